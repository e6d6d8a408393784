# Lengths first.
/^different/,/^}/ s/^  if (ignore_case)/  if (oldlen != newlen)\n    return true;\n\n&/
