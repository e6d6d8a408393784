; Counted by hand.
(set-logic QF_BV)
(get-model-count) ; no constants: one, the empty assignment
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const b Bool)
(get-model-count) ; 2^65
(assert (bvult x y))
(get-model-count) ; 2 * 2^32 (2^32 - 1) / 2
(push)
(assert (= (bvurem x #x00000007) #x00000003))
(get-model-count) ; 2 times the sum of 2^32 - 1 - x over x = 3, 10, 17, ...
(pop)
(push)
(assert (= (bvadd x y) #x0000000a))
(get-model-count) ; half of the pairs, 2^31, but those with x = y: 5, and 5 + 2^31
(check-sat)
(get-model-count) ; the same: 2 * (2^32 - 2) / 2
(pop)
(assert (bvult y x))
(get-model-count) ; none
(reset)
(declare-const i Int)
(get-model-count) ; who knows
(assert (and (<= 3 i) (< i 10)))
(get-model-count) ; 3 to 9
(declare-const j Int)
(assert (and (<= 1 j) (<= j 20) (<= j i)))
(get-model-count) ; 3 + 4 + ... + 9
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(get-model-count)
