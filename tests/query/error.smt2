; The first error ends a script.
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(check-sat)
(assert (= x #x0001))
(check-sat)
