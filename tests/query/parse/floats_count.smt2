(declare-const f Float32)
(assert (= f ((_ to_fp 8 24) RNE f f)))
