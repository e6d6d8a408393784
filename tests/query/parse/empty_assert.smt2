(assert)
