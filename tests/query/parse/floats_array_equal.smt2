(set-logic QF_ABVFP)
(declare-const a (Array (_ BitVec 2) Float16))
(assert (not (= (store a #b00 (_ NaN 5 11)) (store a #b00 ((_ to_fp 5 11) #x7e01)))))
