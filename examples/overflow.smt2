; Can the average of two bytes, computed in eight bits, be wrong?
; (a + b) / 2 wraps; a + (b - a) / 2 does not, if a <= b.
(set-logic QF_BV)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (bvule a b))
(define-fun exact () (_ BitVec 8)
  ((_ extract 7 0)
   (bvudiv (bvadd ((_ zero_extend 1) a) ((_ zero_extend 1) b)) #b000000010)))

(push 1)
(assert (distinct exact (bvudiv (bvadd a b) #x02)))
(check-sat)
(pop 1)

(push 1)
(assert (distinct exact (bvadd a (bvudiv (bvsub b a) #x02))))
(check-sat)
(pop 1)
