; Asking for what is not there.
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (= x #x01))
(get-model)
