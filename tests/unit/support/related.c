#include "related.h"

#include <stdio.h>

enum { SHAPES = 6, OPS = 6 };

/* Meaning, in C. */

static int wrap (int v) { return v & 7; }
static int sign (int v) { return v & 4 ? (v & 7) - 8 : v & 7; }

static int shape_value (const related *r, related_atom a, const int *v) {
  int x = v[a.x], y = v[a.y], res = 0;
  switch (a.shape) {
  case 0:
    res = x;
    break;
  case 1:
    res = x + y;
    break;
  case 2:
    res = x - y;
    break;
  case 3:
    res = 2 * x + y;
    break;
  case 4:
    res = r->is_int ? x + 3 * y : (x & y);
    break;
  default:
    res = r->is_int ? 3 * x - 2 * y : (x ^ y);
    break;
  }
  return r->is_int ? res : wrap (res);
}

static bool holds (const related *r, related_atom a, const int *v) {
  int e = shape_value (r, a, v), c = r->is_int ? a.c : wrap (a.c);
  switch (a.op) {
  case 0:
    return e == c;
  case 1:
    return e != c;
  case 2:
    return e <= c;
  case 3:
    return e >= c;
  case 4:
    return r->is_int ? e < c : sign (e) <= sign (c);
  default:
    return r->is_int ? e > c : sign (e) > sign (c);
  }
}

bool related_is_sat (const related *r, const related_query *q, unsigned mask) {
  int low = r->is_int ? -4 : 0, high = r->is_int ? 4 : 7;
  int v[RELATED_VARS];
  for (v[0] = low; v[0] <= high; v[0]++)
    for (v[1] = low; v[1] <= high; v[1]++)
      for (v[2] = low; v[2] <= high; v[2]++)
        for (v[3] = low; v[3] <= high; v[3]++) {
          unsigned i = 0;
          while (i < q->n && (!(mask >> i & 1) || holds (r, q->atom[i], v)))
            i++;
          if (i == q->n)
            return true;
        }
  return false;
}

/* Meaning, as terms. */

static term variable (related *r, unsigned i) {
  char name[8];
  int len = snprintf (name, sizeof name, "%c%u", r->is_int ? 'i' : 'b', i);
  return term_var (r->gen.ts, name, (size_t) len,
                   r->is_int ? SORT_INT : sort_bv (3));
}

static term constant (related *r, int c) {
  terms *ts = r->gen.ts;
  return r->is_int ? term_int (ts, num_of_i64 (&ts->data, c))
                   : term_bv (ts, 3, (uint64_t) c);
}

static term sum (related *r, int f, term x, int g, term y) {
  terms *ts = r->gen.ts;
  kind mul = r->is_int ? KIND_INT_MUL : KIND_BV_MUL;
  kind add = r->is_int ? KIND_INT_ADD : KIND_BV_ADD;
  return term_binary (ts, add, term_binary (ts, mul, x, constant (r, f)),
                      term_binary (ts, mul, y, constant (r, g)));
}

static term shape_term (related *r, related_atom a) {
  terms *ts = r->gen.ts;
  term x = variable (r, a.x), y = variable (r, a.y);
  switch (a.shape) {
  case 0:
    return x;
  case 1:
    return sum (r, 1, x, 1, y);
  case 2:
    return sum (r, 1, x, -1, y);
  case 3:
    return sum (r, 2, x, 1, y);
  case 4:
    return r->is_int ? sum (r, 1, x, 3, y)
                     : term_binary (ts, KIND_BV_AND, x, y);
  default:
    return r->is_int ? sum (r, 3, x, -2, y)
                     : term_binary (ts, KIND_BV_XOR, x, y);
  }
}

static term atom_as_term (related *r, related_atom a) {
  terms *ts = r->gen.ts;
  kind le = r->is_int ? KIND_INT_LE : KIND_BV_ULE;
  kind sle = r->is_int ? KIND_INT_LE : KIND_BV_SLE;
  term e = shape_term (r, a), c = constant (r, a.c);
  switch (a.op) {
  case 0:
    return term_equal (ts, e, c);
  case 1:
    return term_not (ts, term_equal (ts, e, c));
  case 2:
    return term_binary (ts, le, e, c);
  case 3:
    return term_binary (ts, le, c, e);
  case 4:
    return r->is_int ? term_int_lt (ts, e, c) : term_binary (ts, sle, e, c);
  default:
    return r->is_int ? term_int_lt (ts, c, e)
                     : term_not (ts, term_binary (ts, sle, e, c));
  }
}

void related_terms (related *r, const related_query *q, memory *mem,
                    term_vec *out) {
  vec_clear (out);
  for (unsigned i = 0; i < q->n; i++)
    vec_push (mem, out, atom_as_term (r, q->atom[i]));
  for (unsigned i = 0; r->is_int && i < RELATED_VARS; i++) {
    term x = variable (r, i);
    vec_push (mem, out,
              term_binary (r->gen.ts, KIND_INT_LE, x, constant (r, 4)));
    vec_push (mem, out,
              term_binary (r->gen.ts, KIND_INT_LE, constant (r, -4), x));
  }
}

/* Mutation. */

static related_atom random_atom (related *r) {
  generator *g = &r->gen;
  unsigned range = r->is_int ? 25 : 8;
  return (related_atom) {
      .shape = (uint8_t) generate_below (g, SHAPES),
      .op = (uint8_t) generate_below (g, OPS),
      .x = (uint8_t) generate_below (g, RELATED_VARS),
      .y = (uint8_t) generate_below (g, RELATED_VARS),
      .c = (int8_t) ((int) generate_below (g, range) - (r->is_int ? 12 : 0))};
}

static void rename_vars (related *r, related_query *q) {
  uint8_t to[RELATED_VARS];
  for (unsigned i = 0; i < RELATED_VARS; i++)
    to[i] = (uint8_t) i;
  for (unsigned i = RELATED_VARS; i > 1; i--) {
    unsigned j = generate_below (&r->gen, i);
    uint8_t t = to[i - 1];
    to[i - 1] = to[j];
    to[j] = t;
  }
  for (unsigned i = 0; i < q->n; i++) {
    q->atom[i].x = to[q->atom[i].x];
    q->atom[i].y = to[q->atom[i].y];
  }
}

static void permute (related *r, related_query *q) {
  for (unsigned i = q->n; i > 1; i--) {
    unsigned j = generate_below (&r->gen, i);
    related_atom t = q->atom[i - 1];
    q->atom[i - 1] = q->atom[j];
    q->atom[j] = t;
  }
}

static void mutate (related *r, related_query *q) {
  generator *g = &r->gen;
  unsigned at = q->n ? generate_below (g, q->n) : 0;
  switch (generate_below (g, 7)) {
  case 0:
  case 1:
    if (q->n < RELATED_MAX)
      q->atom[q->n++] = random_atom (r);
    break;
  case 2:
    if (q->n > 1)
      q->atom[at] = q->atom[--q->n];
    break;
  case 3: /* weaker or stronger */
    if (q->n)
      q->atom[at].c =
          (int8_t) (q->atom[at].c + (generate_one_in (g, 2) ? 1 : -1));
    break;
  case 4: /* the other side of a branch, about */
    if (q->n)
      q->atom[q->n - 1].op ^= 1;
    break;
  case 5:
    rename_vars (r, q);
    break;
  default:
    permute (r, q);
    break;
  }
}

void related_next (related *r, related_query *out) {
  generator *g = &r->gen;
  *out =
      r->n_pool ? r->pool[generate_below (g, r->n_pool)] : (related_query) {0};
  for (unsigned i = 1 + generate_below (g, 3); i; i--)
    mutate (r, out);
  if (!out->n)
    out->atom[out->n++] = random_atom (r);
  unsigned at = r->n_pool < 64 ? r->n_pool++ : generate_below (g, 64);
  r->pool[at] = *out;
}
