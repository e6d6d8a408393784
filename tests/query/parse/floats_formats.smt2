(declare-const f Float32)
(assert (fp.eq f (fp.add RNE f ((_ to_fp 5 11) RNE 1.0))))
