(set-logic QF_BVFP)
