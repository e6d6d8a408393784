(declare-const bvadd Bool)
