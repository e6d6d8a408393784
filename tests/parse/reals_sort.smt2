(declare-const x Real)
