(set-logic QF_ABVFP)
(declare-const a (Array (_ BitVec 2) Float16))
(assert (= a ((as const (Array (_ BitVec 2) Float16)) #x0000)))
