#include "program/comments.h"

#include <ctype.h>

#define LINE_IN_COMMENT '\1'

typedef struct stripping {
  memory *mem;
  const char *at, *end;
  char_vec *out;
} stripping;

static char peek (const stripping *s, size_t ahead) {
  return (size_t) (s->end - s->at) > ahead ? s->at[ahead] : 0;
}

static void comments_keep (stripping *s) {
  vec_push (s->mem, s->out, *s->at++);
}

/* Nothing but blanks since the last end of a line, which is not spliced. */
static bool is_at_start (const stripping *s) {
  size_t n = s->out->len;
  return !n || (s->out->data[n - 1] == '\n' &&
                (n == 1 || s->out->data[n - 2] != '\\'));
}

static bool is_blank (char c) { return c == ' ' || c == '\t'; }

/* A splice may have blanks before the end of the line, or a CR in it. */
static bool is_odd_splice (const stripping *s) {
  char next = peek (s, 1);
  return next == ' ' || next == '\t' || next == '\r' || next == '\f' ||
         next == '\v';
}

/* Names of headers have rules of their own: is this inside of "<...", or
 * anywhere in a directive that may have one?
 */
static bool is_in_name (const stripping *s, char open) {
  size_t start = s->out->len, names;
  while (start && s->out->data[start - 1] != '\n')
    start--;
  const char *line = s->out->data + start;
  names = s->out->len - start;
  if (!names || !memchr (line, '#', names) || !memmem (line, names, "inc", 3))
    return false;
  const char *last = open ? memrchr (line, open, names) : line;
  return last && (!open || !memchr (last, '>', names - (size_t) (last - line)));
}

/* A quote inside of a number separates digits. */
static bool is_in_number (const stripping *s) {
  size_t n = s->out->len;
  char before = n ? vec_last (s->out) : 0;
  if (before == '8')
    return n < 2 || s->out->data[n - 2] != 'u';
  return isalnum ((unsigned char) before) && !strchr ("LuU", before);
}

/* Several blanks are one, and none at the edges of a line: what a comment
 * leaves is what was there without it. Not in names of headers.
 */
static void put_blank (stripping *s, char c) {
  bool is_needed = !is_at_start (s) && !is_blank (vec_last (s->out));
  if (is_needed || is_in_name (s, '<'))
    vec_push (s->mem, s->out, c);
}

static void put_end (stripping *s) {
  while (s->out->len && is_blank (vec_last (s->out)) && !is_in_name (s, '<'))
    s->out->len--;
  vec_push (s->mem, s->out, '\n');
}

/* To the closing quote, which is on the same line in all that is compiled. */
static bool keep_literal (stripping *s) {
  char quote = *s->at;
  if (is_in_number (s))
    return false;
  comments_keep (s);
  while (s->at < s->end && *s->at != quote && *s->at != '\n') {
    if (*s->at == '\\') {
      if (is_odd_splice (s) || is_in_name (s, 0))
        return false;
      comments_keep (s);
    }
    if (s->at < s->end)
      comments_keep (s);
  }
  if (s->at == s->end || *s->at != quote)
    return false;
  comments_keep (s);
  return true;
}

static bool drop_line (stripping *s) {
  while (s->at < s->end && *s->at != '\n')
    if (*s->at++ == '\\')
      return false;
  put_blank (s, ' ');
  return true;
}

/* Behind a directive or code the line goes on after the comment: that is not
 * what the end of a line would mean there.
 */
static bool drop_block (stripping *s) {
  const char end = is_at_start (s) ? '\n' : LINE_IN_COMMENT;
  put_blank (s, ' ');
  for (s->at += 2; s->at < s->end; s->at++) {
    if (*s->at == '\n')
      vec_push (s->mem, s->out, end);
    if (*s->at == '*' && peek (s, 1) == '\\')
      return false;
    if (*s->at == '*' && peek (s, 1) == '/') {
      s->at += 2;
      return true;
    }
  }
  return false;
}

static bool strip_one (stripping *s) {
  char next = peek (s, 1);
  switch (*s->at) {
  case ' ':
  case '\t':
    put_blank (s, *s->at++);
    return true;
  case '\n':
    put_end (s);
    s->at++;
    return true;
  case LINE_IN_COMMENT:
    return false;
  case '"':
  case '\'':
    return keep_literal (s);
  case '\\':
    if (is_odd_splice (s))
      return false;
    break;
  case 'R':
    if (next == '"')
      return false;
    break;
  case '?':
    if (next == '?')
      return false;
    break;
  case '/':
    if ((next == '/' || next == '*') && is_in_name (s, '<'))
      return false;
    if (next == '/')
      return drop_line (s);
    if (next == '*')
      return drop_block (s);
    if (next == '\\')
      return false;
    break;
  }
  comments_keep (s);
  return true;
}

bool comments_strip (memory *mem, const char *text, size_t len, char_vec *out) {
  stripping s = {mem, text, text + len, out};
  if (memmem (text, len, "\?\?/", 3))
    return false;
  vec_reserve (mem, out, out->len + len);
  while (s.at < s.end)
    if (!strip_one (&s))
      return false;
  return true;
}
