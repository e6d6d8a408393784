(exit 1)
