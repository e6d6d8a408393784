(declare-const x (_ BitVec 99999999999))
