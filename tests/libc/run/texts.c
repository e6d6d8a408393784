/* Regular expressions, wide characters, patterns, conversions. */

#include <ctype.h>
#include <fnmatch.h>
#include <locale.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

/* Bytes that are characters in some locales only. */
static void show_bytes (void) {
  static const char *const texts[] = {"a", "", "\xc3\xa4z", "a\xe4", "\xff"};
  wchar_t w[8];
  mbstate_t state = {0};
  for (int i = 0; i < 5; i++) {
    const char *s = texts[i];
    printf ("%d %d ", (int) mbrtowc (w, s, 2, &state), mbtowc (w, s, 2));
    printf ("%d %d ", mblen (s, 1), (int) btowc ((unsigned char) *s));
    printf ("%d %d ", (int) mbstowcs (w, s, 8), (int) mbstowcs (NULL, s, 0));
    int n = (int) mbsrtowcs (w, &s, 1, &state);
    printf ("%d %d\n", n, s ? (int) (s - texts[i]) : -1);
  }
}

static void show_dates (void) {
  struct tm t = {.tm_year = 124, .tm_mon = 1, .tm_mday = 30, .tm_wday = 5};
  printf ("%s", asctime (&t));
  t.tm_mon = 12;
  t.tm_wday = -1;
  printf ("%s", asctime (&t));
  t.tm_year = 10000000;
  char text[26];
  printf ("%s%d\n", asctime (&t), asctime_r (&t, text) == NULL);
}

int main (void) {
  regex_t r;
  regmatch_t m[3];
  printf ("%d ", regcomp (&r, "([a-z]+)=([0-9]*)", REG_EXTENDED));
  printf ("%d ", regexec (&r, "  key=42;", 3, m, 0));
  printf ("%d %d %d %d\n", (int) m[1].rm_so, (int) m[1].rm_eo, (int) m[2].rm_so,
          (int) m[2].rm_eo);
  regfree (&r);
  printf ("%d %d\n", fnmatch ("*.[ch]", "file.c", 0),
          !!fnmatch ("*.o", "x", 0));
  wchar_t w[16];
  size_t n = mbstowcs (w, "plain", 16);
  printf ("%zu %d %d\n", n, w[4] == L'n', !!iswalpha (w[0]));
  printf ("%zu %lc\n", wcslen (w), (wint_t) towupper (w[0]));
  printf ("%d %d\n", strcasecmp ("Hello", "hELLO"),
          strncasecmp ("ab", "AC", 1));
  char *p = NULL;
  size_t size = 0;
  FILE *f = open_memstream (&p, &size);
  fprintf (f, "%s-%d", "memory", 7);
  fclose (f);
  printf ("%s %zu\n", p, size);
  f = fmemopen (p, size, "r");
  char word[16];
  int number;
  printf ("%d ", fscanf (f, "%6s-%d", word, &number));
  printf ("%s %d %d\n", word, number, fgetc (f));
  fclose (f);
  free (p);
  printf ("%s %s\n", strpbrk ("key: value", ": "), strrchr ("a/b/c", '/'));
  printf ("%s\n", setlocale (LC_ALL, "C"));
  for (const char *s = "aZ5 \t!"; *s; s++)
    printf ("%d%d%d%d ", !!isalpha (*s), !!isdigit (*s), !!isspace (*s),
            !!ispunct (*s));
  putchar ('\n');
  show_bytes ();
  show_dates ();
  setlocale (LC_ALL, "C.UTF-8");
  show_bytes ();
  return 0;
}
