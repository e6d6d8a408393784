#include "lab/likely/profile.h"

#include "base/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void profile_release (profile *p) {
  vec_release (p->mem, &p->text);
  vec_release (p->mem, &p->ranges);
}

/* One word of a line, which is ended there; NULL: there is none. */
static char *next_word (char **at) {
  char *word = *at + strspn (*at, " \t\r");
  char *end = word + strcspn (word, " \t\r");
  if (!strncmp (word, "' '", 3))
    end = word + 3;
  if (!*word || *word == '#')
    return NULL;
  *at = *end ? end + 1 : end;
  *end = 0;
  return word;
}

/* 12, -3, 0x1f or 'a'. */
static bool profile_value (const char **at, int64_t *out) {
  const char *s = *at;
  char *end;
  if (s[0] == '\'' && s[1] && s[2] == '\'') {
    *out = (unsigned char) s[1];
    *at = s + 3;
    return true;
  }
  if (*s != '-' && (*s < '0' || *s > '9'))
    return false;
  errno = 0;
  *out = *s == '-' ? strtoll (s, &end, 0)
                   : (int64_t) strtoull (s, &end, 0); /* all 64 bits */
  *at = end;
  return end > s && !errno;
}

/* VALUE or VALUE..VALUE */
static bool get_range (const char *text, profile_range *out) {
  int64_t last;
  if (!profile_value (&text, &out->low))
    return false;
  last = out->low;
  if (!strncmp (text, "..", 2)) {
    text += 2;
    if (!profile_value (&text, &last))
      return false;
  }
  out->size = (uint64_t) last - (uint64_t) out->low;
  bool is_signed = out->low < 0 || last < 0;
  return !*text && (is_signed ? out->low <= last
                              : (uint64_t) out->low <= (uint64_t) last);
}

static bool get_weight (const char *text, uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull (text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && !errno && *out <= UINT32_MAX;
}

static bool get_line (profile *p, char *line) {
  profile_range r = {.weight = 1};
  char *name = next_word (&line);
  if (!name)
    return true;
  char *values = next_word (&line), *weight = next_word (&line);
  if (!values || !get_range (values, &r) ||
      (weight && !get_weight (weight, &r.weight)) || next_word (&line))
    return false;
  r.name = name;
  vec_push (p->mem, &p->ranges, r);
  return true;
}

/* Weights of one name must not all be 0. */
static const char *weightless (const profile *p) {
  for (size_t i = 0; i < p->ranges.len; i++) {
    uint64_t sum = 0;
    for (size_t k = 0; k < p->ranges.len; k++)
      if (!strcmp (p->ranges.data[k].name, p->ranges.data[i].name))
        sum += p->ranges.data[k].weight;
    if (!sum)
      return p->ranges.data[i].name;
  }
  return NULL;
}

status profile_read (profile *p, memory *mem, const char *path, trouble *why) {
  mapped_file f;
  *p = (profile) {.mem = mem};
  if (!whole_file_map (path, &f))
    return trouble_set (why, ST_NOFILE, "cannot read the profile '%s': %s",
                        path, errno ? strerror (errno) : "it is empty");
  text_add (mem, &p->text, f.bytes, f.size);
  whole_file_unmap (&f);
  text_c (mem, &p->text);
  char *line = p->text.data;
  for (size_t number = 1; line; number++) {
    char *end = strchr (line, '\n');
    if (end)
      *end = 0;
    if (!get_line (p, line))
      return trouble_set (why, ST_BADINPUT,
                          "%s:%zu: write INPUT VALUE WEIGHT or INPUT "
                          "LOW..HIGH WEIGHT",
                          path, number);
    line = end ? end + 1 : NULL;
  }
  const char *name = weightless (p);
  return name ? trouble_set (why, ST_BADINPUT, "%s: all weights of '%s' are 0",
                             path, name)
              : ST_OK;
}

static size_t find_name (profile *p, const char *name, size_t len,
                         u32_vec *index) {
  vec_clear (index);
  for (size_t i = 0; i < p->ranges.len; i++) {
    profile_range *r = p->ranges.data + i;
    if (strlen (r->name) != len || memcmp (r->name, name, len))
      continue;
    r->is_used = true;
    if (r->weight)
      vec_push (p->mem, index, (uint32_t) i);
  }
  return index->len;
}

size_t profile_find (profile *p, const char *variable, u32_vec *index) {
  size_t len = strlen (variable), whole = strcspn (variable, "[");
  size_t n = find_name (p, variable, len, index);
  return n || whole == len ? n : find_name (p, variable, whole, index);
}

const char *profile_unused (const profile *p) {
  for (size_t i = 0; i < p->ranges.len; i++)
    if (!p->ranges.data[i].is_used)
      return p->ranges.data[i].name;
  return NULL;
}
