(push)
(declare-const z Bool)
(pop)
(assert z)
