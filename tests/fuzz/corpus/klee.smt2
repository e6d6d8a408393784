; Query 1 -- Type: Validity, Instructions: 13765
(set-logic QF_AUFBV )
(declare-fun n_args () (Array (_ BitVec 32) (_ BitVec 8) ) )
(assert (let ( (?B1 (concat  (select  n_args (_ bv3 32) ) (select  n_args (_ bv0 32) ) ) ) ) (and  (=  false (bvslt  (_ bv0 16) ?B1 ) ) (bvult  ?B1 (_ bv3 16) ) ) ) )
(check-sat)
(get-value ( (select n_args (_ bv0 32) ) ) )
(exit)
;   OK -- Elapsed: 8.111978e-03s
;   Validity: 0
