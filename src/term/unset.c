#include "term/unset.h"

#include "base/map.h"

struct unset_terms {
  memory *mem;
  terms *ts;
  map known; /* id -> id of the clean form << 32 | id of what depends */
  term_vec todo;
};

/* A term as it is worked with: what it is when all is set, and which bits of it
 * depend, of the same sort.
 */
typedef struct cleaned {
  term clean, bad;
} cleaned;

unset_terms *unset_terms_new (memory *mem, terms *ts) {
  unset_terms *u = memory_zalloc (mem, sizeof *u);
  u->mem = mem;
  u->ts = ts;
  map_init (&u->known, mem);
  return u;
}

void unset_terms_free (unset_terms *u) {
  if (!u)
    return;
  map_release (&u->known);
  vec_release (u->mem, &u->todo);
  memory_free (u->mem, u, sizeof *u);
}

/* Bits. A Bool is like a bit-vector of one bit. */

static term none_of (terms *ts, sort s) {
  if (sort_is_bool (s))
    return TERM_FALSE;
  if (sort_is_array (s))
    return term_const_array (ts, s, none_of (ts, sort_element (s)));
  assert (sort_is_bv (s));
  return term_bv (ts, sort_width (s), 0);
}

static term flip (terms *ts, term a) {
  return sort_is_bool (term_sort (ts, a)) ? term_not (ts, a)
                                          : term_unary (ts, KIND_BV_NOT, a);
}

static term all_of (terms *ts, sort s) {
  if (sort_is_array (s))
    return term_const_array (ts, s, all_of (ts, sort_element (s)));
  return flip (ts, none_of (ts, s));
}

static term both (terms *ts, term a, term b) {
  bool is_bool = sort_is_bool (term_sort (ts, a));
  return term_binary (ts, is_bool ? KIND_AND : KIND_BV_AND, a, b);
}

static term either (terms *ts, term a, term b) {
  bool is_bool = sort_is_bool (term_sort (ts, a));
  return term_binary (ts, is_bool ? KIND_OR : KIND_BV_OR, a, b);
}

static term differ (terms *ts, term a, term b) {
  bool is_bool = sort_is_bool (term_sort (ts, a));
  return term_binary (ts, is_bool ? KIND_XOR : KIND_BV_XOR, a, b);
}

/* Is any bit set? */
static term any (terms *ts, term a) {
  if (sort_is_bool (term_sort (ts, a)))
    return a;
  return term_not (ts, term_equal (ts, a, none_of (ts, term_sort (ts, a))));
}

static term all_if (terms *ts, term condition, sort s) {
  return term_ite (ts, condition, all_of (ts, s), none_of (ts, s));
}

/* The lowest bit that is set, and all above it. */
static term upwards (terms *ts, term a) {
  return either (ts, a, term_unary (ts, KIND_BV_NEG, a));
}

/* Operations: what depends in the result. */

static term bad_and (terms *ts, cleaned a, cleaned b) {
  return either (
      ts, both (ts, a.bad, b.bad),
      either (ts, both (ts, a.clean, b.bad), both (ts, a.bad, b.clean)));
}

static term bad_or (terms *ts, cleaned a, cleaned b) {
  a.clean = flip (ts, a.clean);
  b.clean = flip (ts, b.clean);
  return bad_and (ts, a, b);
}

/* Known to differ where bits do that are both set. */
static term bad_equal (terms *ts, cleaned a, cleaned b) {
  term bad = either (ts, a.bad, b.bad);
  if (sort_is_bool (term_sort (ts, bad)))
    return bad;
  term seen = both (ts, differ (ts, a.clean, b.clean), flip (ts, bad));
  return term_and (ts, any (ts, bad), term_not (ts, any (ts, seen)));
}

static term bad_ite (terms *ts, cleaned c, cleaned a, cleaned b) {
  term bad = term_ite (ts, c.clean, a.bad, b.bad);
  if (term_eq (c.bad, TERM_FALSE))
    return bad;
  sort s = term_sort (ts, bad);
  term may = sort_is_array (s) ? all_of (ts, s)
                               : either (ts, differ (ts, a.clean, b.clean),
                                         either (ts, a.bad, b.bad));
  return term_ite (ts, c.bad, may, bad);
}

static term lowest (terms *ts, term a) {
  return both (ts, a, term_unary (ts, KIND_BV_NEG, a));
}

/* The lowest bit, where a factor cannot move it further up. */
static term moved_up (terms *ts, term bad, cleaned factor) {
  return term_binary (ts, KIND_BV_MUL, lowest (ts, bad),
                      lowest (ts, either (ts, factor.clean, factor.bad)));
}

static term bad_shift (terms *ts, kind k, cleaned a, cleaned by) {
  term moved = term_binary (ts, k, a.bad, by.clean);
  return either (ts, moved,
                 all_if (ts, any (ts, by.bad), term_sort (ts, moved)));
}

/* In order the smallest and the largest a term can be; as if unsigned. */
typedef struct extremes {
  term low, high;
} extremes;

static extremes extremes_of (terms *ts, cleaned a, bool is_signed) {
  unsigned w = term_width (ts, a.clean);
  term t = a.clean;
  if (is_signed)
    t = differ (ts, t,
                term_binary (ts, KIND_BV_SHL, term_bv (ts, w, 1),
                             term_bv (ts, w, w - 1)));
  return (extremes) {both (ts, t, flip (ts, a.bad)), either (ts, t, a.bad)};
}

static term bad_order (terms *ts, kind k, cleaned a, cleaned b) {
  bool is_signed = k == KIND_BV_SLT || k == KIND_BV_SLE;
  kind less = k == KIND_BV_SLT || k == KIND_BV_ULT ? KIND_BV_ULT : KIND_BV_ULE;
  extremes x = extremes_of (ts, a, is_signed),
           y = extremes_of (ts, b, is_signed);
  term may = term_binary (ts, less, x.low, y.high);
  term must = term_binary (ts, less, x.high, y.low);
  return term_and (ts, may, term_not (ts, must));
}

/* Which place is read or written must be known: else all may be. */
static term bad_select (terms *ts, cleaned array, cleaned at) {
  term bad = term_select (ts, array.bad, at.clean);
  return either (ts, bad, all_if (ts, any (ts, at.bad), term_sort (ts, bad)));
}

static term bad_store (terms *ts, cleaned array, cleaned at, cleaned value) {
  term bad = term_store (ts, array.bad, at.clean, value.bad);
  return term_ite (ts, any (ts, at.bad), all_of (ts, term_sort (ts, bad)), bad);
}

static term bad_any (terms *ts, const node *n, const cleaned *arg) {
  term bad = TERM_FALSE;
  for (unsigned i = 0; i < n->arity; i++)
    bad = sort_is_array (term_sort (ts, arg[i].bad))
              ? TERM_TRUE
              : term_or (ts, bad, any (ts, arg[i].bad));
  return all_if (ts, bad, n->sort);
}

static term bad_of (terms *ts, const node *n, const cleaned *a) {
  switch ((kind) n->kind) {
  case KIND_NOT:
  case KIND_BV_NOT:
  case KIND_TABLE:
    return a->bad;
  case KIND_AND:
  case KIND_BV_AND:
    return bad_and (ts, a[0], a[1]);
  case KIND_OR:
  case KIND_BV_OR:
    return bad_or (ts, a[0], a[1]);
  case KIND_XOR:
  case KIND_BV_XOR:
    return either (ts, a[0].bad, a[1].bad);
  case KIND_EQ:
    return sort_is_array (term_sort (ts, a->bad)) ? TERM_TRUE
                                                  : bad_equal (ts, a[0], a[1]);
  case KIND_ITE:
    return bad_ite (ts, a[0], a[1], a[2]);
  case KIND_BV_NEG:
    return upwards (ts, a->bad);
  case KIND_BV_ADD:
    return upwards (ts, either (ts, a[0].bad, a[1].bad));
  case KIND_BV_MUL:
    return upwards (ts, either (ts, moved_up (ts, a[0].bad, a[1]),
                                moved_up (ts, a[1].bad, a[0])));
  case KIND_BV_SHL:
  case KIND_BV_LSHR:
  case KIND_BV_ASHR:
    return bad_shift (ts, (kind) n->kind, a[0], a[1]);
  case KIND_BV_ULT:
  case KIND_BV_ULE:
  case KIND_BV_SLT:
  case KIND_BV_SLE:
    return bad_order (ts, (kind) n->kind, a[0], a[1]);
  case KIND_CONCAT:
    return term_concat (ts, a[0].bad, a[1].bad);
  case KIND_EXTRACT:
  case KIND_ZEXT:
  case KIND_SEXT:
  case KIND_CONST_ARRAY:
    return term_build (ts, (kind) n->kind, n->payload, a->bad, TERM_NONE,
                       TERM_NONE);
  case KIND_SELECT:
    return bad_select (ts, a[0], a[1]);
  case KIND_STORE:
    return bad_store (ts, a[0], a[1], a[2]);
  default:
    return bad_any (ts, n, a);
  }
}

/* Walking. */

/* False: not yet known. */
static bool find_cleaned (unset_terms *u, term t, cleaned *out) {
  *out = (cleaned) {t, TERM_NONE};
  if (!term_has_unset (u->ts, t)) {
    out->bad = none_of (u->ts, term_sort (u->ts, t));
    return true;
  }
  uint64_t known = map_get (&u->known, t.id, 0);
  *out = (cleaned) {{(uint32_t) (known >> 32)}, {(uint32_t) known}};
  return known;
}

static bool are_known (unset_terms *u, const node *n, cleaned *arg) {
  bool all = true;
  for (unsigned i = 0; i < n->arity; i++)
    if (!find_cleaned (u, n->arg[i], &arg[i])) {
      vec_push (u->mem, &u->todo, n->arg[i]);
      all = false;
    }
  return all;
}

static void note_cleaned (unset_terms *u, term t, const node *n,
                          const cleaned *arg) {
  terms *ts = u->ts;
  cleaned c;
  if (n->kind == KIND_VAR)
    c = (cleaned) {none_of (ts, n->sort), all_of (ts, n->sort)};
  else
    c = (cleaned) {term_build (ts, (kind) n->kind, n->payload, arg[0].clean,
                               arg[1].clean, arg[2].clean),
                   bad_of (ts, n, arg)};
  assert (!term_has_unset (ts, c.clean) && !term_has_unset (ts, c.bad));
  assert (sort_eq (term_sort (ts, c.bad), n->sort));
  map_put (&u->known, t.id, (uint64_t) c.clean.id << 32 | c.bad.id);
}

static cleaned clean (unset_terms *u, term root) {
  cleaned res, arg[3];
  if (find_cleaned (u, root, &res))
    return res;
  vec_clear (&u->todo);
  vec_push (u->mem, &u->todo, root);
  while (u->todo.len) {
    term t = vec_last (&u->todo);
    const node *n = term_node (u->ts, t);
    arg[0] = arg[1] = arg[2] = (cleaned) {0};
    if (!map_get (&u->known, t.id, 0)) {
      if (!are_known (u, n, arg))
        continue;
      note_cleaned (u, t, n, arg);
    }
    (void) vec_pop (&u->todo);
  }
  find_cleaned (u, root, &res);
  return res;
}

term unset_clean (unset_terms *u, term t) {
  return term_has_unset (u->ts, t) ? clean (u, t).clean : t;
}

term unset_is_set (unset_terms *u, term t) {
  term bad = clean (u, t).bad;
  assert (!sort_is_array (term_sort (u->ts, bad)));
  return term_not (u->ts, any (u->ts, bad));
}

static bool comes_before (const unset *a, const unset *b) {
  if (a->function != b->function)
    return a->function < b->function;
  if (a->insn != b->insn)
    return a->insn < b->insn;
  return a->at != b->at ? a->at < b->at : a->copy < b->copy;
}

/* By where they came to be: the order of arguments follows the order in which
 * terms were made, which another run need not have. And how many copies there
 * are at most.
 */
static term find_first (unset_terms *u, term t, uint64_t *n_copies) {
  term first = TERM_NONE;
  map seen;
  map_init (&seen, u->mem);
  vec_clear (&u->todo);
  vec_push (u->mem, &u->todo, t);
  while (u->todo.len) {
    t = vec_pop (&u->todo);
    uint64_t *is_seen = map_at (&seen, t.id);
    if (*is_seen || !term_has_unset (u->ts, t))
      continue;
    *is_seen = 1;
    const unset *here = term_unset_of (u->ts, t);
    if (here &&
        (!first.id || comes_before (here, term_unset_of (u->ts, first))))
      first = t;
    if (here && here->copy > *n_copies)
      *n_copies = here->copy;
    const node *n = term_node (u->ts, t);
    for (unsigned i = 0; !here && i < n->arity; i++)
      vec_push (u->mem, &u->todo, n->arg[i]);
  }
  map_release (&seen);
  return first;
}

term unset_first (unset_terms *u, term t) {
  uint64_t n_copies = 0;
  return find_first (u, t, &n_copies);
}

term unset_apart (unset_terms *u, term a, term b) {
  terms *ts = u->ts;
  if (!term_has_unset (ts, a) || !term_has_unset (ts, b))
    return b;
  uint64_t n_copies = 0;
  (void) find_first (u, a, &n_copies);
  unset other = *term_unset_of (ts, unset_first (u, b));
  other.copy = n_copies + 1;
  cleaned c = clean (u, b);
  bool is_bool = sort_is_bool (term_sort (ts, b));
  term v = term_unset (ts, is_bool ? 1 : term_width (ts, b), &other);
  if (is_bool)
    v = term_equal (ts, v, term_bv (ts, 1, 1));
  return differ (ts, c.clean, both (ts, c.bad, v));
}
