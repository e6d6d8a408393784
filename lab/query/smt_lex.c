#include "lab/query/smt_lex.h"

#include <errno.h>
#include <unistd.h>

#define WINDOW_SIZE ((size_t) 1 << 16)

enum { SPACE = 1, SYMBOL = 2, DIGIT = 4, HEX = 8, TEXT = 16 };

/* What a byte can be part of. TEXT is what strings and quoted symbols may
 * hold: everything but control characters.
 */
#define IS_IN(C, A, B) ((C) >= (A) && (C) <= (B))
#define IS_SPACE(C) ((C) == ' ' || (C) == '\t' || (C) == '\n' || (C) == '\r')
#define IS_LETTER(C) (IS_IN (C, 'a', 'z') || IS_IN (C, 'A', 'Z'))
#define IS_AF(C) (IS_IN (C, 'a', 'f') || IS_IN (C, 'A', 'F'))
#define IS_DIGIT(C) IS_IN (C, '0', '9')
#define IS_MARK(C) \
  ((C) == '~' || (C) == '!' || (C) == '@' || (C) == '$' || (C) == '%' || \
   (C) == '^' || (C) == '&' || (C) == '*' || (C) == '_' || (C) == '-' || \
   (C) == '+' || (C) == '=' || (C) == '<' || (C) == '>' || (C) == '.' || \
   (C) == '?' || (C) == '/')
#define CLASS(C) \
  ((IS_SPACE (C) ? SPACE : 0) | (IS_DIGIT (C) ? DIGIT : 0) | \
   (IS_DIGIT (C) || IS_AF (C) ? HEX : 0) | \
   (IS_DIGIT (C) || IS_LETTER (C) || IS_MARK (C) ? SYMBOL : 0) | \
   (IS_SPACE (C) || ((C) > ' ' && (C) != 127) ? TEXT : 0))

#define ROW4(N) CLASS (N), CLASS (N + 1), CLASS (N + 2), CLASS (N + 3)
#define ROW16(N) ROW4 (N), ROW4 (N + 4), ROW4 (N + 8), ROW4 (N + 12)
#define ROW64(N) ROW16 (N), ROW16 (N + 16), ROW16 (N + 32), ROW16 (N + 48)

static const uint8_t class_table[256] = {ROW64 (0), ROW64 (64), ROW64 (128),
                                         ROW64 (192)};

static bool is_a (char c, uint8_t what) {
  return class_table[(unsigned char) c] & what;
}

/* Sources. */

smt_source smt_source_memory (const char *data, size_t len) {
  return (smt_source) {.data = data, .len = len};
}

static ssize_t read_descriptor (void *state, char *to, size_t size) {
  for (;;) {
    ssize_t n = read (*(const int *) state, to, size);
    if (n >= 0 || errno != EINTR)
      return n;
  }
}

smt_source smt_source_descriptor (const int *fd) {
  return (smt_source) {.read = read_descriptor, .state = (void *) fd};
}

void smt_lexer_init (smt_lexer *x, memory *mem, smt_source source) {
  *x = (smt_lexer) {.mem = mem, .source = source, .line = 1};
  if (source.read) {
    x->cap = WINDOW_SIZE;
    x->window = memory_alloc (mem, x->cap);
    x->data = x->at = x->end = x->token = x->window;
  } else {
    x->data = x->at = x->token = source.data ? source.data : "";
    x->end = x->data + (source.data ? source.len : 0);
    x->at_end = true;
  }
}

void smt_lexer_release (smt_lexer *x) {
  memory_free (x->mem, x->window, x->cap);
  x->window = NULL;
}

/* Make room behind what must be kept: the token and what is held. */
static void slide (smt_lexer *x) {
  const char *keep = x->hold ? x->hold : x->token;
  assert (x->window <= keep && keep <= x->token && x->token <= x->at);
  assert (x->at <= x->end && x->end <= x->window + x->cap);
  size_t gone = (size_t) (keep - x->window);
  size_t at = (size_t) (x->at - keep), token = (size_t) (x->token - keep);
  size_t len = (size_t) (x->end - keep);
  if (gone)
    memmove (x->window, keep, len);
  if (len == x->cap) {
    x->window = memory_resize (x->mem, x->window, x->cap, 2 * x->cap);
    x->cap *= 2;
  }
  x->offset += gone;
  x->data = x->window;
  x->at = x->window + at;
  x->token = x->window + token;
  x->end = x->window + len;
  if (x->hold)
    x->hold = x->window;
}

/* More bytes behind 'end'; false at the end of the source. */
static bool more (smt_lexer *x) {
  if (x->at_end)
    return false;
  slide (x);
  size_t used = (size_t) (x->end - x->window);
  ssize_t n = x->source.read (x->source.state, x->window + used, x->cap - used);
  if (n < 0)
    trouble_set (&x->trouble, ST_NOFILE, "cannot read the input: %s",
                 strerror (errno));
  if (n <= 0) {
    x->at_end = true;
    return false;
  }
  x->end += n;
  return true;
}

static void new_line (smt_lexer *x, const char *newline) {
  assert (*newline == '\n' && newline < x->end);
  x->line++;
  x->line_start = x->offset + (uint64_t) (newline + 1 - x->data);
}

/* Move 'at' over bytes of a class. */
static void skip_class (smt_lexer *x, uint8_t what) {
  do {
    const char *p = x->at, *end = x->end;
    while (p < end && is_a (*p, what))
      p++;
    x->at = p;
  } while (x->at == x->end && more (x));
}

static void skip_comment (smt_lexer *x) {
  x->token = x->at;
  do {
    const char *p = memchr (x->at, '\n', (size_t) (x->end - x->at));
    x->at = p ? p : x->end;
  } while (x->at == x->end && more (x));
  if (x->comment)
    x->comment (x->comment_state, smt_lexer_place (x, x->token), x->token,
                (size_t) (x->at - x->token));
}

/* To the first byte of a token; false at the end. */
static bool skip_space (smt_lexer *x) {
  for (;;) {
    const char *p = x->at, *end = x->end;
    for (; p < end && is_a (*p, SPACE); p++)
      if (*p == '\n')
        new_line (x, p);
    x->at = x->token = p;
    if (p == end) {
      if (!more (x))
        return false;
    } else if (*p == ';')
      skip_comment (x);
    else
      return true;
  }
}

static smt_token_kind smt_lex_finish (smt_lexer *x, smt_token *t,
                                      smt_token_kind k) {
  assert (x->token <= x->at && x->at <= x->end);
  t->text = x->token;
  t->len = (size_t) (x->at - x->token);
  return t->kind = k;
}

static smt_token_kind bad (smt_lexer *x, smt_token *t, const char *why) {
  if (x->trouble.code == ST_OK)
    trouble_set (&x->trouble, ST_BADINPUT, "%s", why);
  return smt_lex_finish (x, t, TOKEN_BAD);
}

static smt_token_kind bad_byte (smt_lexer *x, smt_token *t, const char *where) {
  assert (x->at < x->end);
  unsigned char c = (unsigned char) *x->at++;
  trouble_set (&x->trouble, ST_BADINPUT, "unexpected byte 0x%02x%s", c, where);
  return smt_lex_finish (x, t, TOKEN_BAD);
}

/* Up to the closing '"' or '|'. */
static smt_token_kind quoted (smt_lexer *x, smt_token *t, char quote) {
  assert (quote == '"' || quote == '|');
  const bool is_string = quote == '"';
  x->at++;
  for (;;) {
    if (x->at == x->end && !more (x))
      return bad (x, t,
                  is_string ? "unexpected end of input in a string"
                            : "unexpected end of input in a quoted symbol");
    char c = *x->at;
    if (c == quote) {
      x->at++;
      if (!is_string || (x->at == x->end && !more (x)) || *x->at != '"')
        break;
    } else if (c == '\n')
      new_line (x, x->at);
    else if (!is_a (c, TEXT) || (!is_string && c == '\\'))
      return bad_byte (x, t,
                       is_string ? " in a string" : " in a quoted symbol");
    x->at++;
  }
  smt_lex_finish (x, t, is_string ? TOKEN_STRING : TOKEN_SYMBOL);
  t->text++;
  t->len -= 2;
  return t->kind;
}

static smt_token_kind smt_lex_number (smt_lexer *x, smt_token *t) {
  skip_class (x, DIGIT);
  if (x->at == x->end || !is_a (*x->at, SYMBOL))
    return smt_lex_finish (x, t, TOKEN_NUMERAL);
  if (*x->at == '.') {
    x->at++;
    skip_class (x, DIGIT);
    if (x->at[-1] != '.' && (x->at == x->end || !is_a (*x->at, SYMBOL)))
      return smt_lex_finish (x, t, TOKEN_DECIMAL);
  }
  skip_class (x, SYMBOL);
  return bad (x, t, "a symbol must not start with a digit");
}

static bool has_only (const smt_token *t, smt_token_kind k) {
  for (size_t i = 0; i < t->len; i++)
    if (k == TOKEN_HEX ? !is_a (t->text[i], HEX)
                       : t->text[i] != '0' && t->text[i] != '1')
      return false;
  return t->len > 0;
}

/* #x and #b */
static smt_token_kind literal (smt_lexer *x, smt_token *t) {
  x->at++;
  if ((x->at == x->end && !more (x)) || (*x->at != 'x' && *x->at != 'b'))
    return bad (x, t, "expected 'x' or 'b' after '#'");
  smt_token_kind k = *x->at == 'x' ? TOKEN_HEX : TOKEN_BINARY;
  x->at++;
  skip_class (x, SYMBOL);
  smt_lex_finish (x, t, k);
  t->text += 2;
  t->len -= 2;
  if (has_only (t, k))
    return k;
  return bad (x, t,
              k == TOKEN_HEX ? "expected hexadecimal digits after '#x'"
                             : "expected binary digits after '#b'");
}

static smt_token_kind keyword (smt_lexer *x, smt_token *t) {
  x->at++;
  skip_class (x, SYMBOL);
  if (x->at == x->token + 1)
    return bad (x, t, "expected a keyword after ':'");
  return smt_lex_finish (x, t, TOKEN_KEYWORD);
}

smt_token_kind smt_lexer_next (smt_lexer *x, smt_token *t) {
  bool is_end = !skip_space (x);
  t->place = smt_lexer_place (x, x->token);
  if (is_end)
    return smt_lex_finish (x, t, x->trouble.code ? TOKEN_BAD : TOKEN_END);
  char c = *x->at;
  switch (c) {
  case '(':
    x->at++;
    x->depth++;
    return smt_lex_finish (x, t, TOKEN_OPEN);
  case ')':
    x->at++;
    x->depth -= x->depth > 0;
    return smt_lex_finish (x, t, TOKEN_CLOSE);
  case '"':
  case '|':
    return quoted (x, t, c);
  case '#':
    return literal (x, t);
  case ':':
    return keyword (x, t);
  default:
    break;
  }
  if (is_a (c, DIGIT))
    return smt_lex_number (x, t);
  if (!is_a (c, SYMBOL))
    return bad_byte (x, t, "");
  skip_class (x, SYMBOL);
  return smt_lex_finish (x, t, TOKEN_SYMBOL);
}
