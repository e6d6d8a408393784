(set-logic QF_XYZ)
