(check-sat)
)
