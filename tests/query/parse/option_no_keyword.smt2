(set-option print-success true)
