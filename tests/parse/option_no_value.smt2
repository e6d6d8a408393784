(set-option :print-success)
