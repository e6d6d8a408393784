; The questions of a symbolic executor that explores this function:
;
;     int table[100];
;     int pick (uint8_t lo, uint8_t hi, uint8_t i) {
;       if (lo > hi)                  /* A */
;         return -1;
;       uint8_t n = hi - lo + 1;
;       if (n > 100)                  /* B */
;         return -1;
;       if (i < lo || i > hi)         /* C */
;         return -1;
;       return table[i - lo];         /* D: is i - lo below 100? */
;     }
;
; At each branch it asks which sides are possible, then goes on with one of
; them. What is asserted below is the path so far; each question is asked on
; a level of its own.
(set-logic QF_BV)
(declare-const lo (_ BitVec 8))
(declare-const hi (_ BitVec 8))
(declare-const i (_ BitVec 8))
(define-fun A () Bool (bvugt lo hi))
(define-fun n () (_ BitVec 8) (bvadd (bvsub hi lo) #x01))
(define-fun B () Bool (bvugt n #x64))
(define-fun C () Bool (or (bvult i lo) (bvugt i hi)))
(define-fun outside () Bool (bvuge (bvsub i lo) #x64))

(echo "can A hold? can it fail?")
(push 1) (assert A) (check-sat) (pop 1)
(push 1) (assert (not A)) (check-sat) (pop 1)

(assert (not A))
(echo "and B?")
(push 1) (assert B) (check-sat) (pop 1)
(push 1) (assert (not B)) (check-sat) (pop 1)

(assert (not B))
(echo "and C?")
(push 1) (assert C) (check-sat) (pop 1)
(push 1) (assert (not C)) (check-sat) (pop 1)

(assert (not C))
(echo "can D read outside of the table?")
(push 1)
(assert outside)
(check-sat)
(get-value (lo hi n)) ; n has wrapped around
(pop 1)

(echo "and if B were hi - lo > 99?")
(push 1)
(assert (not (bvugt (bvsub hi lo) #x63)))
(assert outside)
(check-sat)
(pop 1)
