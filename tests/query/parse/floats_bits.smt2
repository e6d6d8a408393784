(declare-const f Float32)
(assert (bvult f f))
