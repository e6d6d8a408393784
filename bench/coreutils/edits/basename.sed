# Nothing to do for an empty suffix.
/^remove_suffix/,/^}/ s/^  np = name/  if (!*suffix)\n    return;\n&/
