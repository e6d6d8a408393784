(chek-sat)
