/* Lines of "key = value" below "[section]" into a small table. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4

struct entry {
  char key[4], value[4];
  int section;
};

struct table {
  struct entry entry[MOST];
  int n, sections, wrong;
};

static int is_space (char c) { return c == ' ' || c == '\t'; }

static const char *skip (const char *s, const char *end) {
  while (s < end && is_space (*s))
    s++;
  return s;
}

static const char *trim (const char *s, const char *end) {
  while (end > s && is_space (end[-1]))
    end--;
  return end;
}

static int copy (char *to, size_t room, const char *s, const char *end) {
  size_t n = (size_t) (end - s);
  if (n >= room)
    return 0;
  memcpy (to, s, n);
  to[n] = '\0';
  return 1;
}

static struct entry *find (struct table *t, const char *key) {
  for (int i = 0; i < t->n; i++)
    if (t->entry[i].section == t->sections && !strcmp (t->entry[i].key, key))
      return &t->entry[i];
  return NULL;
}

static void add (struct table *t, const char *s, const char *equals,
                 const char *end) {
  struct entry e = {.section = t->sections};
  const char *value = skip (equals + 1, end);
  if (!copy (e.key, sizeof e.key, s, trim (s, equals)) ||
      !copy (e.value, sizeof e.value, value, trim (value, end))) {
    t->wrong++;
    return;
  }
  struct entry *old = find (t, e.key);
  if (old)
    *old = e;
  else if (t->n < MOST)
    t->entry[t->n++] = e;
  else
    t->wrong++;
}

static void line (struct table *t, const char *s, const char *end) {
  s = skip (s, end);
  end = trim (s, end);
  if (s == end || *s == ';' || *s == '#')
    return;
  if (*s == '[') {
    if (end[-1] == ']' && end - s > 2)
      t->sections++;
    else
      t->wrong++;
    return;
  }
  for (const char *c = s; c < end; c++)
    if (*c == '=') {
      add (t, s, c, end);
      return;
    }
  t->wrong++;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  struct table *t = calloc (1, sizeof *t);
  if (!t)
    return 0;
  const char *s = (const char *) data, *end = s + size;
  while (s < end) {
    const char *stop = memchr (s, '\n', (size_t) (end - s));
    if (!stop)
      stop = end;
    line (t, s, stop);
    s = stop < end ? stop + 1 : end;
  }
  int value = t->n ? t->entry[t->n - 1].value[0] : -t->wrong;
  free (t);
  return value == 12345;
}
