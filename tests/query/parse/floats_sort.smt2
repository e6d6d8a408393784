(declare-const f Float128)
