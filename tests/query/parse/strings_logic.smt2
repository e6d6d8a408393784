(set-logic QF_SLIA)
