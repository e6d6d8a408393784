#include "lab/cache/green.h"
#include "lab/cache/spell.h"
#include "logic/linear.h"

#include <stdlib.h>
#include <string.h>

/* A conjunct before renaming. */
typedef struct raw {
  green_relation relation;
  linear sum;       /* monomials by name; not of an opaque one */
  term conjunct;    /* opaque */
  const char *text; /* with the names it came with */
} raw;

typedef struct canoniser {
  arena *arena;
  memory *mem;
  terms *ts;
  green_style style;
  speller speller;
  char_vec text;
} canoniser;

static const char *relation_text (green_relation r) {
  static const char *const text[] = {"==", "!=", "<", "<=", ">", ">=", ""};
  return text[r];
}

static green_relation mirrored (green_relation r) {
  static const green_relation to[] = {GREEN_EQ, GREEN_NE, GREEN_GT,
                                      GREEN_GE, GREEN_LT, GREEN_LE};
  return to[r];
}

static const char *take_text (canoniser *c) {
  const char *res = arena_string (c->arena, c->text.data, c->text.len);
  vec_clear (&c->text);
  return res;
}

const char *green_text (arena *a, memory *mem, green_style style,
                        green_relation r, const char *prefix, num constant) {
  char_vec text = {0};
  bool shown = style == GREEN_SIGNED || num_sign (constant);
  text_puts (mem, &text, shown ? "(" : "");
  text_puts (mem, &text, prefix);
  if (shown) {
    text_puts (mem, &text, "+");
    num_print (mem, &text, constant, 10);
    text_puts (mem, &text, ")");
  }
  text_puts (mem, &text, relation_text (r));
  text_puts (mem, &text, "0");
  const char *res = arena_string (a, text.data, text.len);
  vec_release (mem, &text);
  return res;
}

/* Reading a conjunct. */

static bool is_int_var (const terms *ts, term t) {
  return term_kind (ts, t) == KIND_VAR && sort_is_int (term_sort (ts, t));
}

static int by_name (const void *a, const void *b, void *ts) {
  return strcmp (term_name (ts, ((const monomial *) a)->term),
                 term_name (ts, ((const monomial *) b)->term));
}

/* Two variables stand in the order of their names, a constant at the right. */
static bool must_swap (const terms *ts, term l, term r) {
  if (term_is_const (ts, l))
    return !term_is_const (ts, r);
  return is_int_var (ts, l) && is_int_var (ts, r) &&
         strcmp (term_name (ts, r), term_name (ts, l)) < 0;
}

/* Is the conjunct a comparison of integers? */
static bool read_relation (const terms *ts, term t, green_relation *r, term *a,
                           term *b) {
  bool negated = false;
  for (; term_kind (ts, t) == KIND_NOT; t = term_arg (ts, t, 0))
    negated = !negated;
  kind k = term_kind (ts, t);
  if (k == KIND_INT_LE)
    *r = negated ? GREEN_GT : GREEN_LE;
  else if (k == KIND_EQ && sort_is_int (term_sort (ts, term_arg (ts, t, 0))))
    *r = negated ? GREEN_NE : GREEN_EQ;
  else
    return false;
  *a = term_arg (ts, t, 0);
  *b = term_arg (ts, t, 1);
  return true;
}

static bool is_linear (const terms *ts, const linear *l) {
  for (size_t i = 0; i < l->n; i++)
    if (!is_int_var (ts, l->monomial[i].term))
      return false;
  return true;
}

static bool read_linear (canoniser *c, term t, raw *out) {
  term a, b;
  if (!read_relation (c->ts, t, &out->relation, &a, &b))
    return false;
  if (must_swap (c->ts, a, b)) {
    term other = a;
    a = b;
    b = other;
    out->relation = mirrored (out->relation);
  }
  if (!linear_difference (c->ts, c->arena, a, b, &out->sum) ||
      !is_linear (c->ts, &out->sum))
    return false;
  if (out->sum.n)
    qsort_r (out->sum.monomial, out->sum.n, sizeof *out->sum.monomial, by_name,
             c->ts);
  return true;
}

/* Prefixes: ((2*x)+(-1*y)), with names or with numbers. */

static const char *prefix_text (canoniser *c, const linear *l, bool renamed) {
  memory *mem = c->mem;
  for (size_t i = 1; i < l->n; i++)
    text_puts (mem, &c->text, "(");
  for (size_t i = 0; i < l->n; i++) {
    text_puts (mem, &c->text, i ? "+(" : "(");
    num_print (mem, &c->text, (num) {l->monomial[i].coefficient}, 10);
    text_puts (mem, &c->text, "*");
    term v = l->monomial[i].term;
    if (renamed)
      text_printf (mem, &c->text, "v%u", speller_number (&c->speller, v));
    else
      text_puts (mem, &c->text, term_name (c->ts, v));
    text_puts (mem, &c->text, i ? "))" : ")");
  }
  return take_text (c);
}

static bool holds (green_relation r, int sign) {
  switch (r) {
  case GREEN_EQ:
    return sign == 0;
  case GREEN_NE:
    return sign != 0;
  case GREEN_LT:
    return sign < 0;
  case GREEN_LE:
    return sign <= 0;
  case GREEN_GT:
    return sign > 0;
  default:
    return sign >= 0;
  }
}

typedef enum green_reading { READ_TRUE, READ_FALSE, READ_SOME } green_reading;

static green_reading read_conjunct (canoniser *c, term t, raw *out) {
  *out = (raw) {.relation = GREEN_OPAQUE, .conjunct = t};
  if (!read_linear (c, t, out)) {
    out->relation = GREEN_OPAQUE;
    text_puts (c->mem, &c->text, "?");
    spell_names (&c->speller, &c->text, t);
    out->text = take_text (c);
    return READ_SOME;
  }
  num constant = (num) {out->sum.constant};
  if (!out->sum.n)
    return holds (out->relation, num_sign (constant)) ? READ_TRUE : READ_FALSE;
  out->text = green_text (c->arena, c->mem, c->style, out->relation,
                          prefix_text (c, &out->sum, false), constant);
  return READ_SOME;
}

/* Normalising and renaming. */

static void negate (canoniser *c, linear *l) {
  for (size_t i = 0; i < l->n; i++)
    l->monomial[i].coefficient =
        num_neg (c->arena, (num) {l->monomial[i].coefficient}).word;
  l->constant = num_neg (c->arena, (num) {l->constant}).word;
}

static bool must_negate (const canoniser *c, const raw *r) {
  if (c->style == GREEN_PLAIN)
    return r->relation == GREEN_GT || r->relation == GREEN_GE;
  return num_sign ((num) {r->sum.monomial[0].coefficient}) < 0;
}

static void remove_strictness (canoniser *c, raw *r) {
  int64_t by = r->relation == GREEN_LT ? 1 : r->relation == GREEN_GT ? -1 : 0;
  if (!by)
    return;
  r->sum.constant =
      num_add (c->arena, (num) {r->sum.constant}, num_of_i64 (NULL, by)).word;
  r->relation = by > 0 ? GREEN_LE : GREEN_GE;
}

static void rename (canoniser *c, raw *r, green_atom *out) {
  if (r->relation == GREEN_OPAQUE) {
    text_puts (c->mem, &c->text, "?");
    (void) spell_term (&c->speller, &c->text, r->conjunct);
    const char *text = take_text (c);
    *out = (green_atom) {GREEN_OPAQUE, NUM_ZERO, text, text};
    return;
  }
  if (must_negate (c, r)) {
    negate (c, &r->sum);
    r->relation = mirrored (r->relation);
  }
  remove_strictness (c, r);
  num constant = (num) {r->sum.constant};
  const char *prefix = prefix_text (c, &r->sum, true);
  const char *text =
      green_text (c->arena, c->mem, c->style, r->relation, prefix, constant);
  *out = (green_atom) {r->relation, constant, prefix, text};
}

static int by_raw_text (const void *a, const void *b) {
  return strcmp (((const raw *) a)->text, ((const raw *) b)->text);
}

static int by_text (const void *a, const void *b) {
  return strcmp (((const green_atom *) a)->text,
                 ((const green_atom *) b)->text);
}

/* Names can look like anything, so the renamed texts must be equal too. */
static void rename_all (canoniser *c, size_t n, raw *r, green_key *out) {
  out->atom = arena_alloc (c->arena, (n + 1) * sizeof *out->atom);
  for (size_t i = 0; i < n; i++) {
    green_atom *a = &out->atom[out->n];
    rename (c, &r[i], a);
    bool unchanged = i && !strcmp (r[i - 1].text, r[i].text) &&
                     !strcmp (a[-1].text, a->text);
    out->n += !unchanged;
  }
}

static green_atom constant_atom (bool value) {
  const char *text = value ? "?true" : "?false";
  return (green_atom) {GREEN_OPAQUE, NUM_ZERO, text, text};
}

static void canonise (canoniser *c, problem *p, green_key *out) {
  raw *r = arena_alloc (c->arena, p->n * sizeof *r);
  size_t n = 0;
  bool is_false = false;
  for (size_t i = 0; i < p->n; i++) {
    green_reading how = read_conjunct (c, p->constraint[i], &r[n]);
    is_false |= how == READ_FALSE;
    n += how == READ_SOME;
  }
  n = is_false ? 0 : n;
  qsort (r, n, sizeof *r, by_raw_text);
  rename_all (c, n, r, out);
  if (!out->n)
    out->atom[out->n++] = constant_atom (!is_false);
  if (c->style == GREEN_SIGNED)
    qsort (out->atom, out->n, sizeof *out->atom, by_text);
  out->n_vars = c->speller.leaf.len;
  out->var = arena_copy (c->arena, c->speller.leaf.data,
                         out->n_vars * sizeof *out->var);
}

void green_canonise (problem *p, memory *mem, green_style style,
                     green_key *out) {
  canoniser c = {.arena = bench_arena (p->bench),
                 .mem = mem,
                 .ts = bench_terms (p->bench),
                 .style = style};
  speller_init (&c.speller, mem, c.ts);
  *out = (green_key) {0};
  canonise (&c, p, out);
  speller_release (&c.speller);
  vec_release (mem, &c.text);
}
