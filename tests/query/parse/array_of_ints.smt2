(declare-const x (Array Int Int))
