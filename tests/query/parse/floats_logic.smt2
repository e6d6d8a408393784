(set-logic QF_ABVFP)
(declare-const x (_ FloatingPoint 15 113))
