(declare-const |a\b| Bool)
