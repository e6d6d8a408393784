(define-sort S (T) T)
