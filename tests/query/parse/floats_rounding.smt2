(declare-const f Float32)
(assert (= f (fp.add f f f)))
