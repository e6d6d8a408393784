(set-logic ALL)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 32))
(declare-const p Bool)
(declare-const i Int)
(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))
(assert (and p
