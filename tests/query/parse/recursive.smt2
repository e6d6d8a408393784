(define-fun-rec f ((x Int)) Int (f x))
