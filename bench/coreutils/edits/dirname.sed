# An empty name is not looked at.
s/len = dir_len (result)/len = *result ? dir_len (result) : 0/
