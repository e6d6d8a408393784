# Blanks are those of the C locale.
s/convert_entire_line || !! isblank (c)/convert_entire_line || c == ' '/
