(push 2)
(pop 3)
