# One more escape of delimiters.
/^collapse_escapes/,/^}/ s/^            case 'b':/            case 'a':\n              *strout++ = '\\a';\n              break;\n\n&/
