(declare-const s String)
