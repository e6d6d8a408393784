# A component "-" alone is not an option.
/^no_leading_hyphen/,/^}/ s/if (p == file || p\[-1\] == '\/')/if ((p == file || p[-1] == '\/') \&\& p[1] \&\& p[1] != '\/')/
