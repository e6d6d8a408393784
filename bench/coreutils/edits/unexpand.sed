# Blanks are those of the C locale.
s/bool blank = !! isblank (c)/bool blank = c == ' ' || c == '\\t'/
