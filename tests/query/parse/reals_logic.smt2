(set-logic QF_LRA)
