(declare-const x (Array (_ BitVec 65) (_ BitVec 8)))
