#include "program/ar.h"

#include <ar.h>
#include <stdlib.h>
#include <string.h>

#define THIN "!<thin>\n"

bool ar_is_archive (const char *bytes, size_t n) {
  return n >= SARMAG &&
         (!memcmp (bytes, ARMAG, SARMAG) || !memcmp (bytes, THIN, SARMAG));
}

static size_t number (const char *text, size_t n) {
  char copy[24] = "";
  memcpy (copy, text, n);
  return strtoul (copy, NULL, 10);
}

/* The member "//": names that are too long for a header. */
static bool find_names (const char *bytes, size_t n, const char **names,
                        size_t *size) {
  struct ar_hdr h;
  for (size_t at = SARMAG; at <= n && n - at >= sizeof h;) {
    memcpy (&h, bytes + at, sizeof h);
    at += sizeof h;
    *size = number (h.ar_size, sizeof h.ar_size);
    *names = bytes + at;
    if (*size > n - at || h.ar_name[0] != '/')
      return false;
    if (h.ar_name[1] == '/')
      return true;
    at += *size + *size % 2; /* the index before it */
  }
  return false;
}

static bool set_name (const char *bytes, size_t n, const struct ar_hdr *h,
                      ar_member *m) {
  const char *names;
  size_t size, at = number (h->ar_name + 1, sizeof h->ar_name - 1);
  m->name = h->ar_name;
  m->name_len = strcspn (h->ar_name, "/ ");
  if (h->ar_name[0] != '/')
    return m->name_len <= sizeof h->ar_name;
  if (!find_names (bytes, n, &names, &size) || at >= size)
    return false;
  const char *end = memchr (names + at, '\n', size - at);
  m->name = names + at;
  m->name_len = end ? (size_t) (end - m->name) : size - at;
  m->name_len -= m->name_len && m->name[m->name_len - 1] == '/';
  return true;
}

bool ar_next (const char *bytes, size_t n, size_t *at, ar_member *m) {
  bool is_thin = ar_is_archive (bytes, n) && bytes[2] == 't';
  if (!*at)
    *at = SARMAG;
  while (*at <= n && n - *at >= sizeof (struct ar_hdr)) {
    const struct ar_hdr *h = (const struct ar_hdr *) (bytes + *at);
    size_t size = number (h->ar_size, sizeof h->ar_size);
    bool is_table = h->ar_name[0] == '/' &&
                    (h->ar_name[1] == ' ' || h->ar_name[1] == '/' ||
                     h->ar_name[1] == 'S'); /* "/", "//", "/SYM64/" */
    size_t inside = is_thin && !is_table ? 0 : size;
    *at += sizeof *h;
    if (inside > n - *at)
      return false;
    *m = (ar_member) {.bytes = inside == size ? bytes + *at : NULL,
                      .size = size};
    *at += inside + inside % 2;
    if (!is_table)
      return set_name (bytes, n, h, m);
  }
  return false;
}
