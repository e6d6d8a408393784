#include "export/c_source.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#define KLEE "klee/klee.h"

/* Reading. */

bool c_source_read_file (memory *mem, const char *path, char_vec *out) {
  char part[4096];
  size_t n;
  FILE *f = fopen (path, "r");
  if (!f)
    return false;
  while ((n = fread (part, 1, sizeof part, f)))
    text_add (mem, out, part, n);
  bool is_good = !ferror (f);
  fclose (f);
  text_c (mem, out);
  return is_good;
}

static size_t skip_comment (const char *s, size_t n, size_t i) {
  assert (i + 1 < n && s[i] == '/');
  if (s[i + 1] == '/') {
    while (i < n && s[i] != '\n')
      i++;
    return i;
  }
  for (i += 2; i + 1 < n && !(s[i] == '*' && s[i + 1] == '/');)
    i++;
  return i + 2 < n ? i + 2 : n;
}

static size_t skip_literal (const char *s, size_t n, size_t i) {
  assert (i < n && (s[i] == '"' || s[i] == '\''));
  char quote = s[i++];
  while (i < n && s[i] != quote && s[i] != '\n')
    i += s[i] == '\\' ? 2 : 1;
  return i + 1 < n ? i + 1 : n;
}

static void blank (char *s, size_t n) {
  for (size_t i = 0, end; i < n; i = end) {
    end = i + 1;
    if (s[i] == '/' && i + 1 < n && (s[i + 1] == '/' || s[i + 1] == '*'))
      end = skip_comment (s, n, i);
    else if (s[i] == '"' || s[i] == '\'')
      end = skip_literal (s, n, i);
    else
      continue;
    assert (i < end && end <= n);
    for (size_t k = i; k < end; k++)
      if (s[k] != '\n')
        s[k] = ' ';
  }
}

/* The name in an #include that starts at 's', NULL: it is none. */
static const char *included (const char *s, size_t *len, bool *is_local) {
  s += strspn (s, " \t");
  if (*s++ != '#')
    return NULL;
  s += strspn (s, " \t");
  if (strncmp (s, "include", 7))
    return NULL;
  s += 7;
  s += strspn (s, " \t");
  if (*s != '"' && *s != '<')
    return NULL;
  *is_local = *s == '"';
  *len = strcspn (s + 1, *is_local ? "\"\n" : ">\n");
  return s + 1;
}

static bool is_file (const char *name, const char *s, size_t len) {
  return len == strlen (name) && !memcmp (s, name, len);
}

static size_t line_length (const char *s) {
  size_t n = strcspn (s, "\n");
  return n + (s[n] == '\n');
}

bool c_source_includes (const c_source *s, const char *name) {
  for (const char *at = s->text.data; *at; at += line_length (at)) {
    bool is_local;
    size_t len, n = strlen (name);
    const char *file = included (at, &len, &is_local);
    if (file && len >= n && !memcmp (file + len - n, name, n))
      return true;
  }
  return false;
}

status c_source_read (memory *mem, const char *path, c_source *s, trouble *t) {
  size_t len = strlen (path);
  *s = (c_source) {.path = path};
  if (len < 2 || strcmp (path + len - 2, ".c"))
    return trouble_set (
        t, ST_UNSUPPORTED,
        "tests in C need the source, and '%s' is not C: export another format",
        path);
  if (!c_source_read_file (mem, path, &s->text))
    return trouble_set (t, ST_NOFILE, "cannot read '%s': %s", path,
                        strerror (errno));
  text_add (mem, &s->plain, s->text.data, s->text.len);
  blank (s->plain.data, s->plain.len);
  text_c (mem, &s->plain);
  assert (s->plain.len == s->text.len); /* one place is the same in both */
  s->has_klee = c_source_includes (s, KLEE);
  s->has_math = c_source_includes (s, "math.h");
  return ST_OK;
}

void c_source_release (memory *mem, c_source *s) {
  vec_release (mem, &s->text, &s->plain);
}

/* Words. */

static bool is_letter (char c) {
  return isalnum ((unsigned char) c) || c == '_';
}

size_t c_source_next (const c_source *s, const char *prefix, size_t *at) {
  const char *text = s->plain.data, *found;
  assert (*prefix && *at <= s->plain.len);
  while ((found = strstr (text + *at, prefix))) {
    size_t i = (size_t) (found - text), n = strlen (prefix);
    *at = i;
    while (is_letter (text[i + n]))
      n++;
    if (!i || !is_letter (text[i - 1]))
      return n;
    *at = i + n;
  }
  return 0;
}

bool c_source_has (const c_source *s, const char *word) {
  size_t at = 0, n, len = strlen (word);
  for (; (n = c_source_next (s, word, &at)); at += n)
    if (n == len)
      return true;
  return false;
}

/* Where the parameters of a definition start, NULL: there is none. */
static const char *definition (const c_source *s, const char *function) {
  size_t at = 0, n, len = strlen (function);
  for (; (n = c_source_next (s, function, &at)); at += n) {
    const char *p = s->plain.data + at + n, *end;
    p += strspn (p, " \t\n");
    if (n != len || *p != '(' || !(end = strchr (p, ')')))
      continue;
    if (end[1 + strspn (end + 1, " \t\n")] == '{')
      return p + 1;
  }
  return NULL;
}

bool c_source_defines (const c_source *s, const char *function) {
  return definition (s, function) != NULL;
}

bool c_source_falls_off (const c_source *s, const char *function) {
  const char *p = definition (s, function), *last = NULL;
  unsigned depth = 0;
  if (!p || !(p = strchr (p, '{')))
    return false;
  do { /* the last statement starts behind the end of another */
    depth += *p == '{';
    depth -= *p == '}';
    const char *next = p + 1 + strspn (p + 1, " \t\n");
    if (depth == 1 && strchr ("{};", *p) && *next != '}')
      last = next;
  } while (depth && *++p);
  return !last || strncmp (last, "return", 6) != 0;
}

int c_source_main_params (const c_source *s) {
  const char *p = definition (s, "main");
  int n = 1;
  if (!p)
    return -1;
  p += strspn (p, " \t\n");
  bool is_void =
      !strncmp (p, "void", 4) && p[4 + strspn (p + 4, " \t\n")] == ')';
  if (*p == ')' || is_void)
    return 0;
  for (; *p != ')'; p++)
    n += *p == ',';
  return n;
}

/* Embedding. */

/* The path of a file beside the source; false: it is not there. */
static bool path_beside (memory *mem, const c_source *s, const char *file,
                         size_t len, char_vec *out) {
  const char *slash = strrchr (s->path, '/');
  vec_clear (out);
  text_add (mem, out, s->path, slash ? (size_t) (slash + 1 - s->path) : 0);
  text_add (mem, out, file, len);
  return access (text_c (mem, out), R_OK) == 0;
}

bool c_source_declaring (memory *mem, const c_source *s, const char *word,
                         char_vec *path) {
  bool is_found = false;
  for (const char *at = s->text.data; *at && !is_found;
       at += line_length (at)) {
    bool is_local = false;
    size_t len = 0;
    const char *file = included (at, &len, &is_local);
    c_source header = {0};
    if (file && is_local && path_beside (mem, s, file, len, path) &&
        c_source_read_file (mem, path->data, &header.plain)) {
      blank (header.plain.data, header.plain.len);
      is_found = c_source_has (&header, word);
    }
    c_source_release (mem, &header);
  }
  if (!is_found)
    vec_clear (path);
  return is_found;
}

void c_source_embed (memory *mem, const c_source *s, const char *klee,
                     char_vec *out) {
  unsigned number = 1;
  size_t n;
  char_vec path = {0};
  text_printf (mem, out, "#line 1 \"%s\"\n", s->path);
  for (const char *at = s->text.data; *at; at += n, number++) {
    bool is_local = false;
    size_t len = 0;
    const char *file = included (at, &len, &is_local);
    n = line_length (at);
    if (file && is_file (KLEE, file, len))
      text_printf (mem, out, "%s#line %u \"%s\"\n", klee, number + 1, s->path);
    else if (file && is_local && path_beside (mem, s, file, len, &path))
      text_printf (mem, out, "#include \"%s\"\n", path.data);
    else
      text_add (mem, out, at, n);
  }
  vec_release (mem, &path);
  if (out->len && vec_last (out) != '\n')
    text_puts (mem, out, "\n");
}
