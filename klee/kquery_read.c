#include "klee/kquery_read.h"

#include <ctype.h>
#include <stdio.h>

#define DEPTH_MAX 20000 /* of expressions within expressions */
#define DOMAIN 32       /* bits of an index */
#define ARRAY_MAX (1u << 28)

/* A token: its first byte tells what it is. */
typedef struct ktoken {
  const char *text;
  size_t len; /* 0: the end */
  unsigned line, column;
} ktoken;

struct kquery_reader {
  memory *mem;
  kexprs *k;
  arena texts;
  const char *name, *at, *end, *line_start;
  unsigned line, errors, depth;
  bool has_failed; /* in this question or declaration, which ends there, ... */
  bool is_wrong;   /* ... or can be read on */
  ktoken token;    /* the next one */
  map arrays;      /* hash of a name -> its number + 1 */
  map labels;      /* hash of a name -> expression, of the question */
  map versions;    /* the same -> version */
  kquery_question question;
};

/* Tokens. */

static bool is_word_byte (char c) {
  return isalnum ((unsigned char) c) || c == '_' || c == '.' || c == '-' ||
         c == '+';
}

static void skip_blanks (kquery_reader *r) {
  for (; r->at < r->end; r->at++) {
    if (*r->at == '#')
      while (r->at + 1 < r->end && r->at[1] != '\n')
        r->at++;
    else if (*r->at == '\n') {
      r->line++;
      r->line_start = r->at + 1;
    } else if (!isspace ((unsigned char) *r->at))
      return;
  }
}

static void next_token (kquery_reader *r) {
  skip_blanks (r);
  r->token = (ktoken) {.text = r->at,
                       .line = r->line,
                       .column = (unsigned) (r->at - r->line_start)};
  if (r->at == r->end)
    return;
  do
    r->at++;
  while (is_word_byte (r->at[-1]) && r->at < r->end && is_word_byte (*r->at) &&
         !(r->at[0] == '-' && r->at + 1 < r->end && r->at[1] == '>'));
  r->token.len = (size_t) (r->at - r->token.text);
}

static bool is_token (const ktoken *t, const char *text) {
  return t->len == strlen (text) && !memcmp (t->text, text, t->len);
}

static bool is_next (const kquery_reader *r, const char *text) {
  return is_token (&r->token, text);
}

static void fail_at (kquery_reader *r, const ktoken *t, const char *text) {
  r->errors++;
  r->is_wrong = true;
  fprintf (stderr, "%s:%u:%u: error: %s\n", r->name, t->line, t->column, text);
}

static void fail (kquery_reader *r, const char *text) {
  if (!r->has_failed)
    fail_at (r, &r->token, text);
  r->has_failed = true;
}

static bool accept (kquery_reader *r, const char *text) {
  bool is_it = is_next (r, text);
  if (is_it)
    next_token (r);
  return is_it;
}

static void expect (kquery_reader *r, const char *text) {
  if (!accept (r, text))
    fail (r, "unexpected token");
}

static uint64_t token_key (const ktoken *t) {
  return hash_bytes (t->text, t->len).lo;
}

/* "w32"; 0: it is no type. */
static unsigned width_of_token (const ktoken *t) {
  unsigned w = 0;
  if (t->len < 2 || t->text[0] != 'w')
    return 0;
  for (size_t i = 1; i < t->len; i++) {
    if (!isdigit ((unsigned char) t->text[i]) || w > 100000)
      return 0;
    w = w * 10 + (unsigned) (t->text[i] - '0');
  }
  return w;
}

static unsigned take_width (kquery_reader *r) {
  unsigned w = width_of_token (&r->token);
  if (!w)
    fail (r, "expected type");
  next_token (r);
  return w ? w : 8;
}

static bool is_digits (const ktoken *t) {
  size_t at = t->len > 1 && (t->text[0] == '-' || t->text[0] == '+');
  return t->len && isdigit ((unsigned char) t->text[at]);
}

/* Decimal, 0x, 0b or 0o; underscores do not count. */
static bool parse_number (kquery_reader *r, const ktoken *t, num *out) {
  char_vec digits = {0};
  size_t at = t->text[0] == '-' || t->text[0] == '+';
  int base = 10;
  if (at + 2 < t->len && t->text[at] == '0') {
    int letter = tolower ((unsigned char) t->text[at + 1]);
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : letter == 'o' ? 8 : 10;
    at += base == 10 ? 0 : 2;
  }
  for (; at < t->len; at++)
    if (t->text[at] != '_')
      vec_push (r->mem, &digits, t->text[at]);
  bool is_good =
      digits.len && num_parse (&r->texts, digits.data, digits.len, base, out);
  if (is_good && t->text[0] == '-')
    *out = num_neg (&r->texts, *out);
  vec_release (r->mem, &digits);
  return is_good;
}

static kexpr number_at (kquery_reader *r, const ktoken *t, unsigned width) {
  num n;
  if (parse_number (r, t, &n))
    return kexpr_number (r->k, term_bv_num (r->k->ts, width, n));
  fail_at (r, t, "invalid number");
  return kexpr_word (r->k, width, 0);
}

/* Expressions. An operand may be a number, whose width the others tell. */

typedef struct koperand {
  kexpr expr; /* KEXPR_NONE: the number below */
  ktoken token;
} koperand;

static kexpr read_expression (kquery_reader *, unsigned width);
static koperand read_operand (kquery_reader *, unsigned width);

static unsigned kwidth (const kquery_reader *r, kexpr e) {
  return kexpr_width (r->k, e);
}

/* Of that width, with zeros or without its upper bits. */
static kexpr fit (kquery_reader *r, kexpr e, unsigned width) {
  return kexpr_extend (r->k, KEXPR_ZEXT, width, e);
}

static uint32_t array_named (kquery_reader *r) {
  uint64_t key = token_key (&r->token);
  uint64_t at = map_get (&r->arrays, key, 0);
  uint32_t version = (uint32_t) map_get (&r->versions, key, 0);
  if (!version && at)
    version = r->k->arrays.data[at - 1].version;
  if (!version) {
    fail (r, "undefined array");
    uint32_t made = kexpr_declare (r->k, &(kexpr_array) {.name = "?"});
    version = r->k->arrays.data[made].version;
  }
  next_token (r);
  return version;
}

/* ARRAY, LABEL, or [LABEL:][INDEX=VALUE, ...] [@ VERSION]: the first update is
 * the last that was made.
 */
static uint32_t read_version (kquery_reader *r) {
  kexpr_vec writes = {0};
  ktoken first = r->token;
  bool has_label = isalpha ((unsigned char) first.text[0]) && r->at < r->end &&
                   *r->at == ':';
  if (has_label) {
    next_token (r);
    expect (r, ":");
  }
  if (!accept (r, "["))
    return array_named (r);
  while (!is_next (r, "]") && !r->has_failed) {
    ktoken place = r->token;
    kexpr index = read_expression (r, DOMAIN);
    if (kwidth (r, index) != DOMAIN)
      fail_at (r, &place, "invalid write index (doesn't match array domain)");
    expect (r, "=");
    place = r->token;
    kexpr value = read_expression (r, 8);
    if (kwidth (r, value) != 8)
      fail_at (r, &place, "invalid write value (doesn't match array range)");
    vec_push (r->mem, &writes, fit (r, index, DOMAIN));
    vec_push (r->mem, &writes, fit (r, value, 8));
    accept (r, ",");
  }
  expect (r, "]");
  expect (r, "@");
  uint32_t v = r->has_failed ? array_named (r) : read_version (r);
  for (size_t i = writes.len; i > 0; i -= 2)
    v = kexpr_update (r->k, v, writes.data[i - 2], writes.data[i - 1]);
  vec_release (r->mem, &writes);
  if (has_label)
    map_put (&r->versions, token_key (&first), v);
  return v;
}

static kexpr index_behind (kquery_reader *r, kexpr index, unsigned by) {
  const kexpr_node *n = kexpr_at (r->k, index);
  if (n->op == KEXPR_NUMBER)
    return kexpr_word (r->k, DOMAIN, term_word (r->k->ts, n->term) + by);
  return by ? kexpr_binary (r->k, KEXPR_ADD, kexpr_word (r->k, DOMAIN, by),
                            index)
            : index;
}

/* Bytes from the index on; 'is_little': the first is the lowest. */
static kexpr read_bytes (kquery_reader *r, unsigned width, bool is_little) {
  kexpr index = fit (r, read_expression (r, DOMAIN), DOMAIN), e = KEXPR_NONE;
  uint32_t from = read_version (r);
  unsigned n = width / 8;
  for (unsigned i = 0; i < n; i++) {
    unsigned by = is_little ? i : n - 1 - i;
    kexpr byte = kexpr_read (r->k, index_behind (r, index, by), from);
    e = i ? kexpr_concat (r->k, byte, e) : byte;
  }
  if (!e.id || width % 8)
    fail (r, "invalid type for a read");
  return e.id ? e : kexpr_word (r->k, width ? width : 8, 0);
}

/* Both, of the same width. */
static void read_two (kquery_reader *r, const ktoken *op, unsigned width,
                      kexpr out[2]) {
  koperand a = read_operand (r, width);
  unsigned known = a.expr.id ? kwidth (r, a.expr) : width;
  koperand b = read_operand (r, known);
  if (!a.expr.id)
    a.expr = number_at (r, &a.token, b.expr.id ? kwidth (r, b.expr) : 64);
  if (!b.expr.id)
    b.expr = number_at (r, &b.token, kwidth (r, a.expr));
  if (kwidth (r, a.expr) != kwidth (r, b.expr) && !r->has_failed)
    fail_at (r, op, "type widths do not match in binary expression");
  out[0] = a.expr;
  out[1] = fit (r, b.expr, kwidth (r, a.expr));
}

/* Of several parts the first is the highest. */
static kexpr read_concat (kquery_reader *r, unsigned width) {
  kexpr_vec parts = {0};
  unsigned known = 0;
  while (!is_next (r, ")") && !r->has_failed) {
    unsigned rest = parts.len && width > known ? width - known : 0;
    vec_push (r->mem, &parts, read_expression (r, rest));
    known += kwidth (r, parts.data[parts.len - 1]);
  }
  kexpr e = parts.len ? vec_pop (&parts) : kexpr_word (r->k, 8, 0);
  while (parts.len)
    e = kexpr_concat (r->k, vec_pop (&parts), e);
  vec_release (r->mem, &parts);
  return e;
}

static kexpr read_extract (kquery_reader *r, unsigned width) {
  num n = {0};
  width = width ? width : 1;
  if (!is_digits (&r->token) || !parse_number (r, &r->token, &n))
    fail (r, "expected a number");
  unsigned low = (unsigned) strtoul (r->token.text, NULL, 0);
  next_token (r);
  kexpr e = read_expression (r, 0);
  if (low + width <= kwidth (r, e))
    return kexpr_extract (r->k, width, low, e);
  fail (r, "invalid extract");
  return kexpr_word (r->k, width, 0);
}

/* (Not w8 a), (Select w8 c a b), ... */
static kexpr read_other (kquery_reader *r, const ktoken *op, unsigned width) {
  kexpr e[2];
  switch ((int) kexpr_op_named (op->text, op->len)) {
  case KEXPR_NOT:
    return kexpr_not (r->k, read_expression (r, width));
  case KEXPR_SELECT: {
    kexpr c = fit (r, read_expression (r, 1), 1);
    read_two (r, op, width, e);
    return kexpr_select (r->k, c, e[0], e[1]);
  }
  case KEXPR_CONCAT:
    return read_concat (r, width);
  case KEXPR_EXTRACT:
    return read_extract (r, width);
  case KEXPR_ZEXT:
    return fit (r, read_expression (r, 0), width);
  case KEXPR_SEXT:
    return kexpr_extend (r->k, KEXPR_SEXT, width, read_expression (r, 0));
  case KEXPR_READ:
    return read_bytes (r, width, true);
  default:
    break;
  }
  if (is_token (op, "ReadLSB") || is_token (op, "ReadMSB"))
    return read_bytes (r, width, is_token (op, "ReadLSB"));
  if (is_token (op, "Neg")) {
    e[0] = read_expression (r, width);
    return kexpr_binary (r->k, KEXPR_SUB,
                         kexpr_word (r->k, kwidth (r, e[0]), 0), e[0]);
  }
  fail (r, "unknown expression");
  return kexpr_word (r->k, width ? width : 1, 0);
}

/* Behind the parenthesis. */
static kexpr read_form (kquery_reader *r, unsigned width) {
  ktoken op = r->token;
  kexpr e[2];
  next_token (r);
  unsigned typed = width_of_token (&op);
  if (typed) { /* (w32 5) */
    e[0] = number_at (r, &r->token, typed);
    next_token (r);
    return e[0];
  }
  kexpr_op found = kexpr_op_named (op.text, op.len);
  unsigned given = width_of_token (&r->token);
  if (given)
    next_token (r);
  if (found == KEXPR_OPS || found <= KEXPR_NOT)
    return read_other (r, &op, given ? given : width);
  read_two (r, &op, given ? given : kexpr_compares (found) ? 0 : width, e);
  return kexpr_binary (r->k, found, e[0], e[1]);
}

static koperand labelled (kquery_reader *r, unsigned width) {
  ktoken name = r->token;
  next_token (r);
  if (accept (r, ":")) {
    kexpr e = read_expression (r, width);
    map_put (&r->labels, token_key (&name), e.id);
    return (koperand) {e, name};
  }
  uint64_t known = map_get (&r->labels, token_key (&name), 0);
  if (!known && !r->has_failed)
    fail_at (r, &name, "undefined label");
  return (koperand) {
      known ? (kexpr) {(uint32_t) known} : kexpr_word (r->k, 1, 0), name};
}

static koperand read_operand (kquery_reader *r, unsigned width) {
  ktoken place = r->token;
  kexpr e = kexpr_word (r->k, width ? width : 1, 0);
  if (r->has_failed || !place.len || ++r->depth > DEPTH_MAX) {
    fail (r, place.len ? "too deep" : "unexpected end of file");
    return (koperand) {e, place};
  }
  koperand made = {e, place};
  if (is_digits (&place)) {
    next_token (r);
    made.expr = width ? number_at (r, &place, width) : KEXPR_NONE;
  } else if (accept (r, "true"))
    made.expr = kexpr_word (r->k, 1, 1);
  else if (accept (r, "false"))
    made.expr = kexpr_word (r->k, 1, 0);
  else if (accept (r, "(")) {
    made.expr = read_form (r, width);
    expect (r, ")");
  } else if (isalpha ((unsigned char) place.text[0]))
    made = labelled (r, width);
  else
    fail (r, "unexpected token");
  r->depth--;
  return made;
}

static kexpr read_expression (kquery_reader *r, unsigned width) {
  koperand o = read_operand (r, width);
  return o.expr.id ? o.expr : number_at (r, &o.token, width ? width : 64);
}

/* Declarations and questions. */

static void add_array (kquery_reader *r, const ktoken *name, uint64_t size,
                       const uint8_t *bytes) {
  const kexpr_array a = {.name =
                             arena_string (&r->texts, name->text, name->len),
                         .size = size,
                         .bytes = bytes};
  map_put (&r->arrays, token_key (name), kexpr_declare (r->k, &a) + 1);
}

/* The numbers in brackets, to be declared with at least this size. */
static void read_table (kquery_reader *r, const ktoken *name, uint64_t size) {
  VEC (uint8_t) bytes = {0};
  expect (r, "[");
  while (!is_next (r, "]") && !r->has_failed) {
    term v = kexpr_term (r->k, read_expression (r, 8));
    bool is_byte = term_is_const (r->k->ts, v);
    vec_push (r->mem, &bytes, is_byte ? (uint8_t) term_word (r->k->ts, v) : 0);
  }
  expect (r, "]");
  while (bytes.len < size)
    vec_push (r->mem, &bytes, 0);
  add_array (r, name, bytes.len,
             arena_copy (&r->texts, bytes.len ? bytes.data : (uint8_t[1]) {0},
                         bytes.len ? bytes.len : 1));
  vec_release (r->mem, &bytes);
}

/* array NAME[SIZE] : w32 -> w8 = symbolic | [ 1 2 3 ] */
static void declare_array (kquery_reader *r) {
  ktoken name = r->token;
  uint64_t size = 0;
  next_token (r);
  expect (r, "[");
  if (is_digits (&r->token)) {
    size = strtoull (r->token.text, NULL, 0);
    next_token (r);
  }
  expect (r, "]");
  expect (r, ":");
  take_width (r);
  expect (r, "-");
  expect (r, ">");
  take_width (r);
  expect (r, "=");
  if (size > ARRAY_MAX)
    fail (r, "too large an array");
  else if (accept (r, "symbolic"))
    add_array (r, &name, size, NULL);
  else
    read_table (r, &name, size);
}

static void read_query (kquery_reader *r) {
  kquery_question *q = &r->question;
  vec_clear (&q->constraints);
  vec_clear (&q->values);
  vec_clear (&q->arrays);
  map_clear (&r->labels);
  map_clear (&r->versions);
  expect (r, "[");
  while (!is_next (r, "]") && !r->has_failed)
    vec_push (r->mem, &q->constraints, fit (r, read_expression (r, 1), 1));
  expect (r, "]");
  q->question = fit (r, read_expression (r, 1), 1);
  if (accept (r, "[")) {
    while (!is_next (r, "]") && !r->has_failed)
      vec_push (r->mem, &q->values, read_expression (r, 0));
    expect (r, "]");
  }
  if (accept (r, "[")) {
    while (!is_next (r, "]") && !r->has_failed) {
      uint64_t at = map_get (&r->arrays, token_key (&r->token), 0);
      if (!at)
        fail (r, "undefined array");
      else
        vec_push (r->mem, &q->arrays, (uint32_t) at - 1);
      next_token (r);
    }
    expect (r, "]");
  }
  expect (r, ")");
}

/* To what stands at the start of a line and begins something. */
static void recover (kquery_reader *r) {
  while (r->token.len &&
         !(!r->token.column && (is_next (r, "(") || is_next (r, "array"))))
    next_token (r);
}

bool kquery_read (kquery_reader *r, kquery_question **out) {
  while (r->token.len) {
    r->has_failed = r->is_wrong = false;
    r->depth = 0;
    bool is_query = accept (r, "(");
    if (is_query) {
      expect (r, "query");
      read_query (r);
    } else if (accept (r, "array"))
      declare_array (r);
    else
      fail (r, "expected a declaration or a query");
    if (r->has_failed)
      recover (r);
    else if (is_query && !r->is_wrong) {
      *out = &r->question;
      return true;
    }
  }
  return false;
}

unsigned kquery_reader_errors (const kquery_reader *r) { return r->errors; }

void kquery_reader_forget (kquery_reader *r) { map_clear (&r->arrays); }

kquery_reader *kquery_reader_new (kexprs *k, const char *name, const char *text,
                                  size_t len) {
  kquery_reader *r = memory_zalloc (k->mem, sizeof *r);
  r->mem = k->mem;
  r->k = k;
  r->name = name;
  r->at = r->line_start = text;
  r->end = text + len;
  r->line = 1;
  arena_init (&r->texts, r->mem);
  map_init (&r->arrays, r->mem);
  map_init (&r->labels, r->mem);
  map_init (&r->versions, r->mem);
  next_token (r);
  return r;
}

void kquery_reader_free (kquery_reader *r) {
  kquery_question *q = &r->question;
  vec_release (r->mem, &q->constraints, &q->values, &q->arrays);
  map_release (&r->arrays);
  map_release (&r->labels);
  map_release (&r->versions);
  arena_release (&r->texts);
  memory_free (r->mem, r, sizeof *r);
}
