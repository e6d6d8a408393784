(push x)
