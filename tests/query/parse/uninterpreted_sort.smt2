(declare-sort S 0)
