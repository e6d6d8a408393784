// entry: count_vowels
// options: --buffer-size=3
// expect: complete=7 error=1
// misuse: null_pointer 9
/* no harness: the string is symbolic, its last byte is NUL. Two free bytes:
 * empty 1, one byte 2, two bytes 4 ways; and null. */
int count_vowels (const char *s) {
  int n = 0;
  for (; *s; s++)
    switch (*s) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
      n++;
    }
  return n;
}
