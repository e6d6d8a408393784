# A form feed goes back to the first column, too.
s/else if (c == '\\r')/else if (c == '\\r' || c == '\\f')/
