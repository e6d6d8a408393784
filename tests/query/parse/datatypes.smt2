(declare-datatypes ((T 0)) (((a) (b))))
