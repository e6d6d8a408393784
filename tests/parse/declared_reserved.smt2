(declare-const let Bool)
