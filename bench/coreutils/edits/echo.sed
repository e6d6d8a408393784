# One more escape.
s/case 'e': c = /case 'E': &/
