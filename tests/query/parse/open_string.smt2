(echo "abc
