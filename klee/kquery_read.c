#include "klee/kquery_read.h"

#include <ctype.h>
#include <stdio.h>

#define DEPTH_MAX 20000 /* of expressions within expressions */
#define DOMAIN 32       /* bits of an index */

/* A token: its first byte tells what it is. */
typedef struct ktoken {
  const char *text;
  size_t len; /* 0: the end */
  unsigned line, column;
} ktoken;

struct kquery_reader {
  memory *mem;
  terms *ts;
  arena texts;
  const char *name, *at, *end, *line_start;
  unsigned line, errors, depth;
  bool has_failed; /* in this question or declaration, which ends there, ... */
  bool is_wrong;   /* ... or can be read on */
  ktoken token;    /* the next one */
  map arrays;      /* hash of a name -> index + 1 */
  kquery_array_vec all;
  map labels; /* hash of a name -> term, of the question */
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

static term number_term (kquery_reader *r, const ktoken *t, unsigned width) {
  num n;
  if (parse_number (r, t, &n))
    return term_bv_num (r->ts, width, n);
  fail_at (r, t, "invalid number");
  return term_bv (r->ts, width, 0);
}

/* Conditions. */

static term as_bit (kquery_reader *r, term condition) {
  return term_ite (r->ts, condition, term_bv (r->ts, 1, 1),
                   term_bv (r->ts, 1, 0));
}

static term as_condition (kquery_reader *r, term bit) {
  return term_equal (r->ts, bit, term_bv (r->ts, 1, 1));
}

/* Expressions. An operand may be a number, whose width the others tell. */

typedef struct koperand {
  term term; /* TERM_NONE: the number below */
  ktoken token;
} koperand;

static term read_expression (kquery_reader *, unsigned width);
static koperand read_operand (kquery_reader *, unsigned width);

static unsigned kwidth (const kquery_reader *r, term t) {
  return term_width (r->ts, t);
}

/* Of that width, with zeros or without its upper bits. */
static term fit (kquery_reader *r, term t, unsigned width) {
  unsigned w = kwidth (r, t);
  if (w < width)
    return term_zext (r->ts, width - w, t);
  return w > width ? term_extract (r->ts, width - 1, 0, t) : t;
}

static term array_named (kquery_reader *r) {
  uint64_t at = map_get (&r->arrays, token_key (&r->token), 0);
  uint64_t label = map_get (&r->labels, token_key (&r->token), 0);
  term found = label ? (term) {(uint32_t) label} : TERM_NONE;
  if (!label && at)
    found = r->all.data[at - 1].term;
  if (!found.id || !sort_is_array (term_sort (r->ts, found))) {
    fail (r, "undefined array");
    found = term_var (r->ts, "?", 1, sort_array (DOMAIN, 8));
  }
  next_token (r);
  return found;
}

/* ARRAY, LABEL, or [LABEL:][INDEX=VALUE, ...] [@ VERSION]: the first update is
 * the last that was made.
 */
static term read_version (kquery_reader *r) {
  term_vec writes = {0};
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
    term index = read_expression (r, DOMAIN);
    if (kwidth (r, index) != DOMAIN)
      fail_at (r, &place, "invalid write index (doesn't match array domain)");
    expect (r, "=");
    place = r->token;
    term value = read_expression (r, 8);
    if (kwidth (r, value) != 8)
      fail_at (r, &place, "invalid write value (doesn't match array range)");
    vec_push (r->mem, &writes, fit (r, index, DOMAIN));
    vec_push (r->mem, &writes, fit (r, value, 8));
    accept (r, ",");
  }
  expect (r, "]");
  expect (r, "@");
  term t = r->has_failed ? term_var (r->ts, "?", 1, sort_array (DOMAIN, 8))
                         : read_version (r);
  for (size_t i = writes.len; i > 0; i -= 2)
    t = term_store (r->ts, t, writes.data[i - 2], writes.data[i - 1]);
  vec_release (r->mem, &writes);
  if (has_label)
    map_put (&r->labels, token_key (&first), t.id);
  return t;
}

/* Bytes from the index on; 'is_little': the first is the lowest. */
static term read_bytes (kquery_reader *r, unsigned width, bool is_little) {
  term index = fit (r, read_expression (r, DOMAIN), DOMAIN);
  term from = read_version (r), t = TERM_NONE;
  for (unsigned i = 0; i < width / 8; i++) {
    term at =
        term_binary (r->ts, KIND_BV_ADD, index, term_bv (r->ts, DOMAIN, i));
    term byte = term_select (r->ts, from, at);
    t = !i          ? byte
        : is_little ? term_concat (r->ts, byte, t)
                    : term_concat (r->ts, t, byte);
  }
  if (!t.id || width % 8)
    fail (r, "invalid type for a read");
  return t.id ? t : term_bv (r->ts, width, 0);
}

typedef struct koperator {
  const char *name;
  kind kind;
  bool compares, swaps, negates;
} koperator;

static const koperator operators_read[] = {
    {"Add", KIND_BV_ADD, 0, 0, 0},   {"Mul", KIND_BV_MUL, 0, 0, 0},
    {"UDiv", KIND_BV_UDIV, 0, 0, 0}, {"SDiv", KIND_BV_SDIV, 0, 0, 0},
    {"URem", KIND_BV_UREM, 0, 0, 0}, {"SRem", KIND_BV_SREM, 0, 0, 0},
    {"And", KIND_BV_AND, 0, 0, 0},   {"Or", KIND_BV_OR, 0, 0, 0},
    {"Xor", KIND_BV_XOR, 0, 0, 0},   {"Shl", KIND_BV_SHL, 0, 0, 0},
    {"LShr", KIND_BV_LSHR, 0, 0, 0}, {"AShr", KIND_BV_ASHR, 0, 0, 0},
    {"Eq", KIND_EQ, 1, 0, 0},        {"Ne", KIND_EQ, 1, 0, 1},
    {"Ult", KIND_BV_ULT, 1, 0, 0},   {"Ule", KIND_BV_ULE, 1, 0, 0},
    {"Ugt", KIND_BV_ULT, 1, 1, 0},   {"Uge", KIND_BV_ULE, 1, 1, 0},
    {"Slt", KIND_BV_SLT, 1, 0, 0},   {"Sle", KIND_BV_SLE, 1, 0, 0},
    {"Sgt", KIND_BV_SLT, 1, 1, 0},   {"Sge", KIND_BV_SLE, 1, 1, 0},
};

/* Both, of the same width. */
static void read_two (kquery_reader *r, const ktoken *op, unsigned width,
                      term out[2]) {
  koperand a = read_operand (r, width);
  unsigned known = a.term.id ? kwidth (r, a.term) : width;
  koperand b = read_operand (r, known);
  if (!a.term.id)
    a.term = number_term (r, &a.token, b.term.id ? kwidth (r, b.term) : 64);
  if (!b.term.id)
    b.term = number_term (r, &b.token, kwidth (r, a.term));
  if (kwidth (r, a.term) != kwidth (r, b.term) && !r->has_failed)
    fail_at (r, op, "type widths do not match in binary expression");
  out[0] = a.term;
  out[1] = fit (r, b.term, kwidth (r, a.term));
}

/* As KLEE has it: what is shifted too far is 0. */
static term shift_right (kquery_reader *r, term a, term b) {
  unsigned w = kwidth (r, a);
  term is_less = term_binary (r->ts, KIND_BV_ULT, b, term_bv (r->ts, w, w));
  if (w < 32 && w >= 1u << w)
    is_less = TERM_TRUE; /* no number of this width is too large */
  return term_ite (r->ts, is_less, term_binary (r->ts, KIND_BV_ASHR, a, b),
                   term_bv (r->ts, w, 0));
}

static term read_binary (kquery_reader *r, const koperator *op,
                         const ktoken *place, unsigned width) {
  term t[2];
  read_two (r, place, width, t);
  term a = t[op->swaps], b = t[!op->swaps];
  if (op->kind == KIND_BV_ASHR)
    return shift_right (r, a, b);
  term made = term_binary (r->ts, op->kind, a, b);
  if (!op->compares)
    return made;
  return as_bit (r, op->negates ? term_not (r->ts, made) : made);
}

/* (Sub w8 a b), (Not w8 a), (Select w8 c a b), ... */
static term read_other (kquery_reader *r, const ktoken *op, unsigned width) {
  term t[2];
  unsigned low;
  if (is_token (op, "Sub")) {
    read_two (r, op, width, t);
    return term_bv_sub (r->ts, t[0], t[1]);
  }
  if (is_token (op, "Not"))
    return term_unary (r->ts, KIND_BV_NOT, read_expression (r, width));
  if (is_token (op, "Neg"))
    return term_unary (r->ts, KIND_BV_NEG, read_expression (r, width));
  if (is_token (op, "Select")) {
    term c = as_condition (r, fit (r, read_expression (r, 1), 1));
    read_two (r, op, width, t);
    return term_ite (r->ts, c, t[0], t[1]);
  }
  if (is_token (op, "Concat")) {
    t[0] = read_expression (r, 0);
    for (t[1] = TERM_NONE; !is_next (r, ")") && !r->has_failed;) {
      t[1] = read_expression (
          r, width > kwidth (r, t[0]) ? width - kwidth (r, t[0]) : 0);
      t[0] = term_concat (r->ts, t[0], t[1]);
    }
    return t[0];
  }
  if (is_token (op, "Extract")) {
    num n = {0};
    if (!is_digits (&r->token) || !parse_number (r, &r->token, &n))
      fail (r, "expected a number");
    low = (unsigned) strtoul (r->token.text, NULL, 0);
    next_token (r);
    t[0] = read_expression (r, 0);
    if (low + width > kwidth (r, t[0])) {
      fail (r, "invalid extract");
      return term_bv (r->ts, width, 0);
    }
    return term_extract (r->ts, low + width - 1, low, t[0]);
  }
  if (is_token (op, "ZExt"))
    return fit (r, read_expression (r, 0), width);
  if (is_token (op, "SExt")) {
    t[0] = read_expression (r, 0);
    unsigned w = kwidth (r, t[0]);
    return w < width ? term_sext (r->ts, width - w, t[0])
                     : fit (r, t[0], width);
  }
  if (is_token (op, "Read") || is_token (op, "ReadLSB"))
    return read_bytes (r, width, true);
  if (is_token (op, "ReadMSB"))
    return read_bytes (r, width, false);
  fail (r, "unknown expression");
  return term_bv (r->ts, width ? width : 1, 0);
}

/* Behind the parenthesis. */
static term read_form (kquery_reader *r, unsigned width) {
  ktoken op = r->token;
  next_token (r);
  unsigned typed = width_of_token (&op);
  if (typed) { /* (w32 5) */
    term t = number_term (r, &r->token, typed);
    next_token (r);
    return t;
  }
  const koperator *found = NULL;
  for (size_t i = 0; i < sizeof operators_read / sizeof *operators_read; i++)
    if (is_token (&op, operators_read[i].name))
      found = operators_read + i;
  unsigned given = width_of_token (&r->token);
  if (given)
    next_token (r);
  if (found)
    return read_binary (r, found, &op,
                        found->compares && !given ? 0
                        : given                   ? given
                                                  : width);
  return read_other (r, &op, given ? given : width);
}

static koperand labelled (kquery_reader *r, unsigned width) {
  ktoken name = r->token;
  next_token (r);
  if (accept (r, ":")) {
    term t = read_expression (r, width);
    map_put (&r->labels, token_key (&name), t.id);
    return (koperand) {t, name};
  }
  uint64_t known = map_get (&r->labels, token_key (&name), 0);
  if (!known && !r->has_failed)
    fail_at (r, &name, "undefined label");
  return (koperand) {known ? (term) {(uint32_t) known} : term_bv (r->ts, 1, 0),
                     name};
}

static koperand read_operand (kquery_reader *r, unsigned width) {
  ktoken place = r->token;
  term t = term_bv (r->ts, width ? width : 1, 0);
  if (r->has_failed || !place.len || ++r->depth > DEPTH_MAX) {
    fail (r, place.len ? "too deep" : "unexpected end of file");
    return (koperand) {t, place};
  }
  koperand made = {t, place};
  if (is_digits (&place)) {
    next_token (r);
    made.term = width ? number_term (r, &place, width) : TERM_NONE;
  } else if (accept (r, "true"))
    made.term = term_bv (r->ts, 1, 1);
  else if (accept (r, "false"))
    made.term = term_bv (r->ts, 1, 0);
  else if (accept (r, "(")) {
    made.term = read_form (r, width);
    expect (r, ")");
  } else if (isalpha ((unsigned char) place.text[0]))
    made = labelled (r, width);
  else
    fail (r, "unexpected token");
  r->depth--;
  return made;
}

static term read_expression (kquery_reader *r, unsigned width) {
  koperand o = read_operand (r, width);
  return o.term.id ? o.term : number_term (r, &o.token, width ? width : 64);
}

/* Declarations and questions. */

static void add_array (kquery_reader *r, const ktoken *name, uint64_t size,
                       term t) {
  kquery_array a = {arena_string (&r->texts, name->text, name->len), t, size};
  vec_push (r->mem, &r->all, a);
  map_put (&r->arrays, token_key (name), r->all.len);
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
  sort s = sort_array (DOMAIN, 8);
  term t = term_var (r->ts, name.text, name.len, s);
  if (accept (r, "symbolic")) {
    add_array (r, &name, size, t);
    return;
  }
  u64_vec index = {0}, value = {0};
  expect (r, "[");
  while (!is_next (r, "]") && !r->has_failed) {
    term v = read_expression (r, 8);
    uint64_t at = index.len;
    vec_push (r->mem, &index, at);
    vec_push (r->mem, &value,
              term_is_const (r->ts, v) ? term_word (r->ts, v) : 0);
  }
  expect (r, "]");
  t = term_const_array (r->ts, s, term_bv (r->ts, 8, 0));
  if (index.len)
    t = term_table (r->ts, t, (uint32_t) index.len, index.data, value.data);
  add_array (r, &name, size ? size : index.len, t);
  vec_release (r->mem, &index, &value);
}

static void read_query (kquery_reader *r) {
  kquery_question *q = &r->question;
  vec_clear (&q->constraints);
  vec_clear (&q->values);
  vec_clear (&q->arrays);
  map_clear (&r->labels);
  expect (r, "[");
  while (!is_next (r, "]") && !r->has_failed)
    vec_push (r->mem, &q->constraints,
              as_condition (r, fit (r, read_expression (r, 1), 1)));
  expect (r, "]");
  q->question = as_condition (r, fit (r, read_expression (r, 1), 1));
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
        vec_push (r->mem, &q->arrays, r->all.data[at - 1]);
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

kquery_reader *kquery_reader_new (memory *mem, terms *ts, const char *name,
                                  const char *text, size_t len) {
  kquery_reader *r = memory_zalloc (mem, sizeof *r);
  r->mem = mem;
  r->ts = ts;
  r->name = name;
  r->at = r->line_start = text;
  r->end = text + len;
  r->line = 1;
  arena_init (&r->texts, mem);
  map_init (&r->arrays, mem);
  map_init (&r->labels, mem);
  next_token (r);
  return r;
}

void kquery_reader_free (kquery_reader *r) {
  kquery_question *q = &r->question;
  vec_release (r->mem, &q->constraints, &q->values, &q->arrays, &r->all);
  map_release (&r->arrays);
  map_release (&r->labels);
  arena_release (&r->texts);
  memory_free (r->mem, r, sizeof *r);
}
