(declare-const é Bool)
