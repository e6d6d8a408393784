(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))
(assert (let ((x y) (y x)) (let ((z (bvadd x y))) (bvult (bvmul z z) (let ((x z)) x)))))
