#include "program/mention.h"

#include "base/whole_file.h"
#include "program/comments.h"

#include <ctype.h>
#include <dirent.h>
#include <string.h>

static bool is_letter (char c) {
  return isalnum ((unsigned char) c) || c == '_';
}

/* Behind what begins with a bracket; the end: it has none of its own. */
static const char *skip_brackets (const char *p, const char *end) {
  int depth = 0;
  for (; p < end; p++) {
    depth += (*p == '(') - (*p == ')');
    if (!depth)
      return p + 1;
  }
  return end;
}

static const char *skip_blanks (const char *p, const char *end) {
  while (p < end && (isspace ((unsigned char) *p) || *p == 1)) /* comments.h */
    p++;
  return p;
}

/* Behind the name: a body, with what may stand before it, or a value. */
static bool is_definition (const char *p, const char *end) {
  p = skip_blanks (p, end);
  if (p == end || *p != '(')
    return p < end && strchr ("=[;,", *p);
  p = skip_blanks (skip_brackets (p, end), end);
  return p < end && (*p == '{' || is_letter (*p));
}

static mention find_word (const char *text, size_t len, const char *word,
                          size_t n) {
  mention best = MENTION_NONE;
  const char *end = text + len, *at = text;
  while ((at = memmem (at, (size_t) (end - at), word, n))) {
    bool is_word = (at == text || !is_letter (at[-1])) &&
                   (at + n == end || !is_letter (at[n]));
    if (is_word && is_definition (at + n, end))
      return MENTION_DEFINITION;
    if (is_word)
      best = MENTION_WORD;
    at += n;
  }
  return best;
}

/* Of "list_of_int", as macros put it together: "list", "of_int", ... */
static bool has_part (const char *text, size_t len, const char *name) {
  for (const char *from = name; from; from = strchr (from, '_')) {
    from += *from == '_';
    for (size_t n = 1; from[n - 1]; n++)
      if ((from[n] == '_' || !from[n]) && (from != name || from[n]) &&
          find_word (text, len, from, n))
        return true;
  }
  return false;
}

mention mention_find (const char *text, size_t len, const char *name) {
  mention m = find_word (text, len, name, strlen (name));
  return !m && has_part (text, len, name) ? MENTION_PART : m;
}

/* "name (...) {" and no less, for people to read. */
static bool has_body (const char *text, size_t len, const char *name) {
  const char *end = text + len, *at = text;
  size_t n = strlen (name);
  for (; (at = memmem (at, (size_t) (end - at), name, n)); at += n) {
    const char *p = skip_blanks (at + n, end);
    if (at > text && !is_letter (at[-1]) && p < end && *p == '(' &&
        (p = skip_blanks (skip_brackets (p, end), end)) < end && *p == '{')
      return true;
  }
  return false;
}

static bool file_has_body (memory *mem, const char *path, const char *name) {
  mapped_file f;
  char_vec text = {0};
  if (!whole_file_map (path, &f))
    return false;
  bool res = comments_strip (mem, f.bytes, f.size, &text) &&
             has_body (text.data, text.len, name);
  whole_file_unmap (&f);
  vec_release (mem, &text);
  return res;
}

static bool is_other_c (const char *name, const char *file) {
  const char *slash = strrchr (file, '/'), *dot = strrchr (name, '.');
  return dot && !strcmp (dot, ".c") && strcmp (name, slash ? slash + 1 : file);
}

bool mention_beside (memory *mem, const char *file, const char *name,
                     char_vec *out) {
  const char *slash = strrchr (file, '/');
  size_t len = slash ? (size_t) (slash + 1 - file) : 0, start = out->len;
  const struct dirent *e;
  char_vec path = {0};
  text_printf (mem, &path, "%.*s.", (int) len, file);
  DIR *d = opendir (text_c (mem, &path));
  while (d && (e = readdir (d))) {
    vec_clear (&path);
    text_printf (mem, &path, "%.*s%s", (int) len, file, e->d_name);
    text_c (mem, &path);
    bool is_first =
        out->len == start || strcmp (path.data, out->data + start) < 0;
    if (is_other_c (e->d_name, file) && is_first &&
        file_has_body (mem, path.data, name)) {
      out->len = start; /* the first by name, however they are listed */
      text_puts (mem, out, path.data);
      text_c (mem, out);
    }
  }
  if (d)
    closedir (d);
  vec_release (mem, &path);
  return out->len > start;
}
