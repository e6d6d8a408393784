; Written by hand in the format of KLEE (docs/formats/query-log.md): the last
; questions of examples/paths.smt2, as KLEE would record them.

; Query 0 -- Type: Truth, Instructions: 112
(set-logic QF_AUFBV )
(declare-fun range () (Array (_ BitVec 32) (_ BitVec 8) ) )
(assert (=  false (bvule  (select  range (_ bv0 32) ) (select  range (_ bv1 32) ) ) ) )
(check-sat)
(exit)
;   OK -- Elapsed: 6.412000e-04s
;   Is Valid: false

; Query 1 -- Type: Validity, Instructions: 121
(set-logic QF_AUFBV )
(declare-fun range () (Array (_ BitVec 32) (_ BitVec 8) ) )
(assert (let ( (?B1 (select  range (_ bv0 32) ) ) (?B2 (select  range (_ bv1 32) ) ) (?B3 (select  range (_ bv2 32) ) ) ) (and  (bvule  ?B1 ?B2 ) (=  false (bvult  (_ bv100 8) (bvadd  (bvsub  ?B2 ?B1 ) (_ bv1 8) ) ) ) ) ) )
(check-sat)
(exit)
;   OK -- Elapsed: 5.120000e-04s
;   Validity: 0

; Query 2 -- Type: Truth, Instructions: 140
(set-logic QF_AUFBV )
(declare-fun range () (Array (_ BitVec 32) (_ BitVec 8) ) )
(assert (let ( (?B1 (select  range (_ bv0 32) ) ) (?B2 (select  range (_ bv1 32) ) ) (?B3 (select  range (_ bv2 32) ) ) ) (and  (and  (and  (bvule  ?B1 ?B2 ) (bvule  (bvadd  (bvsub  ?B2 ?B1 ) (_ bv1 8) ) (_ bv100 8) ) ) (and  (bvule  ?B1 ?B3 ) (bvule  ?B3 ?B2 ) ) ) (bvule  (_ bv100 8) (bvsub  ?B3 ?B1 ) ) ) ) )
(check-sat)
(exit)
;   OK -- Elapsed: 1.904000e-03s
;   Is Valid: false

; Query 3 -- Type: InitialValues, Instructions: 140
(set-option :produce-models true)
(set-logic QF_AUFBV )
(declare-fun range () (Array (_ BitVec 32) (_ BitVec 8) ) )
(assert (let ( (?B1 (select  range (_ bv0 32) ) ) (?B2 (select  range (_ bv1 32) ) ) (?B3 (select  range (_ bv2 32) ) ) ) (and  (and  (and  (bvule  ?B1 ?B2 ) (bvule  (bvadd  (bvsub  ?B2 ?B1 ) (_ bv1 8) ) (_ bv100 8) ) ) (and  (bvule  ?B1 ?B3 ) (bvule  ?B3 ?B2 ) ) ) (bvule  (_ bv100 8) (bvsub  ?B3 ?B1 ) ) ) ) )
(check-sat)
(get-value ( (select range (_ bv0 32) ) ) )
(get-value ( (select range (_ bv1 32) ) ) )
(get-value ( (select range (_ bv2 32) ) ) )
(exit)
;   OK -- Elapsed: 2.031000e-03s
;   Solvable: true
;     range = [0,255,100]

; Query 4 -- Type: Truth, Instructions: 140
(set-logic QF_AUFBV )
(declare-fun range () (Array (_ BitVec 32) (_ BitVec 8) ) )
(assert (let ( (?B1 (select  range (_ bv0 32) ) ) (?B2 (select  range (_ bv1 32) ) ) (?B3 (select  range (_ bv2 32) ) ) ) (and  (and  (and  (and  (bvule  ?B1 ?B2 ) (bvule  (bvadd  (bvsub  ?B2 ?B1 ) (_ bv1 8) ) (_ bv100 8) ) ) (and  (bvule  ?B1 ?B3 ) (bvule  ?B3 ?B2 ) ) ) (bvult  (bvsub  ?B2 ?B1 ) (_ bv100 8) ) ) (bvule  (_ bv100 8) (bvsub  ?B3 ?B1 ) ) ) ) )
(check-sat)
(exit)
;   OK -- Elapsed: 3.377000e-03s
;   Is Valid: true
