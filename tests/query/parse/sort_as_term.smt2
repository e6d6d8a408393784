(define-sort B () Bool)
(assert B)
