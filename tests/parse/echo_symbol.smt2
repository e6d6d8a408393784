(echo x)
