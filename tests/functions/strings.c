/* Strings of any length up to that of buffers, whose last byte is the NUL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

//: error out_of_bounds
//: holds len(url) < 4
int is_http (const char *url) { return memcmp (url, "http", 4) == 0; }

//: clean
int is_http_well (const char *url) { return strncmp (url, "http", 4) == 0; }

//: error out_of_bounds
int third (const char *s) { return s[0] == 'a' ? s[2] : 0; }

//: clean
int third_well (const char *s) { return s[0] == 'a' && s[1] ? s[2] : 0; }

//: error out_of_bounds
int percents (const char *s) {
  int n = 0;
  while (*s) {
    n += *s == '%';
    s += *s == '%' ? 3 : 1;
  }
  return n;
}

//: clean
int percents_well (const char *s) {
  int n = 0;
  for (; *s; s++)
    if (*s == '%' && s[1] && s[2])
      n += s[2] == 'a';
  return n;
}

//: error out_of_bounds
char *duplicate (const char *s) {
  char *d = malloc (strlen (s));
  if (d)
    strcpy (d, s);
  return d;
}

//: misuse out_of_bounds "p of fewer than 2 bytes"
int big_endian (const char *p) { return (unsigned char) p[0] << 8 | p[1]; }

struct person {
  const char *name;
  int age;
};

//: error out_of_bounds
int initial (const struct person *p) {
  return p->name[0] == '"' ? p->name[1] + p->name[2] : 0;
}

//: clean
void trim (char *s) {
  size_t n = strlen (s);
  while (n > 0 && s[n - 1] == ' ')
    s[--n] = 0;
}

//: error out_of_bounds
void decode (char *s) {
  char *to = s;
  for (; *s; s++)
    if (*s == '%') {
      *to++ = s[2];
      s += 2;
    } else
      *to++ = *s;
  *to = 0;
}

//: misuse out_of_bounds "s of fewer than"
//: never
void append (char *s, char c) {
  while (*s)
    s++;
  s[0] = c;
  s[1] = 0;
}

/* The name of a file: nothing behind its end is read. */
//: clean
int is_there (const char *path) {
  return path[0] == 'a' && !strchr (path, '/') && !access (path, F_OK);
}

/* The number beside a text is not how long it is: strlen says where it ends. */
struct word {
  const char *text;
  int count;
};

//: clean
size_t word_length (const struct word *w) { return strlen (w->text); }

//: clean
int word_printed (const struct word *w) {
  char to[16];
  return snprintf (to, sizeof to, "%s", w->text);
}

struct label {
  char text[4];
};

//: misuse out_of_bounds "l->text without a NUL"
int label_printed (const struct label *l) {
  char to[16];
  return snprintf (to, sizeof to, "%*d%% %-5s", 2, 7, l->text);
}

//: clean
int label_cut (const struct label *l) {
  char to[16];
  return snprintf (to, sizeof to, "%.4s", l->text);
}

//: error out_of_bounds
int label_cut_late (const struct label *l) {
  char to[16];
  return snprintf (to, sizeof to, "%.5s", l->text);
}
