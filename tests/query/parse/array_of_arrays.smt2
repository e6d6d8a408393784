(declare-const x (Array (_ BitVec 8) (Array (_ BitVec 8) (_ BitVec 8))))
