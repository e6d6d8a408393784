/* Conditions are compiled once: the words that they compare by a tape
 * (term/tape.h), the Bools above them as steps, arguments first. A look at
 * other values then is one run of the tape and one sweep over the steps, each
 * of which has two distances: how far it is from being true, and from being
 * false.
 */

#include "reuse/slope.h"

#include "base/map.h"
#include "term/tape.h"

#define POINT 16 /* bits behind the point of a distance */
#define FAR ((uint64_t) 64 << POINT)

/* A Bool: from others, or from words that the tape computes. */
typedef struct slope_step {
  kind kind;        /* CONST: 'a' is the word of a Bool */
  uint32_t a, b, c; /* places in 'steps', or of comparisons in 'words' */
  unsigned width;   /* of what is compared */
} slope_step;

/* To be true, and to be false. */
typedef struct slope_pair {
  uint64_t yes, no;
} slope_pair;

struct slope {
  memory *mem;
  terms *ts;
  tape *tape;
  VEC (slope_step) steps;
  VEC (slope_pair) pairs; /* by step */
  u32_vec roots;          /* steps of the conditions */
  term_vec wanted;        /* what the tape computes */
  u64_vec words;          /* its results */
};

/* Compiling: the Bool part of the conditions, arguments first. */

typedef struct slope_builder {
  slope *slope;
  map place; /* term id -> step + 1 */
  term_vec todo;
} slope_builder;

static bool is_bool (const terms *ts, term t) {
  return sort_is_bool (term_sort (ts, t));
}

/* Of this Bool, the arguments are Bools that are looked into. */
static bool is_open (const terms *ts, term t) {
  switch (term_kind (ts, t)) {
  case KIND_NOT:
  case KIND_AND:
  case KIND_OR:
  case KIND_XOR:
  case KIND_ITE:
    return true;
  case KIND_EQ:
    return is_bool (ts, term_arg (ts, t, 0));
  default:
    return false;
  }
}

static bool is_comparison (const terms *ts, term t) {
  kind k = term_kind (ts, t);
  if (k != KIND_EQ && k != KIND_BV_ULT && k != KIND_BV_ULE &&
      k != KIND_BV_SLT && k != KIND_BV_SLE)
    return false;
  sort s = term_sort (ts, term_arg (ts, t, 0));
  return sort_is_bv (s) && sort_width (s) <= 64;
}

static uint32_t want (slope *s, term t) {
  vec_push (s->mem, &s->wanted, t);
  return (uint32_t) s->wanted.len - 1;
}

static slope_step make_step (slope_builder *b, term t) {
  slope *s = b->slope;
  const node *n = term_node (s->ts, t);
  slope_step r = {.kind = KIND_CONST};
  if (is_open (s->ts, t)) {
    uint32_t at[3] = {0};
    for (unsigned i = 0; i < n->arity; i++)
      at[i] = (uint32_t) (*map_find (&b->place, n->arg[i].id) - 1);
    r = (slope_step) {(kind) n->kind, at[0], at[1], at[2], 0};
    if (r.kind == KIND_EQ) { /* as its opposite: EQ is for words */
      r.kind = KIND_XOR;
      r.width = 1;
    }
  } else if (is_comparison (s->ts, t)) {
    r = (slope_step) {.kind = (kind) n->kind,
                      .width = term_width (s->ts, n->arg[0])};
    r.a = want (s, n->arg[0]);
    r.b = want (s, n->arg[1]);
  } else
    r.a = want (s, t);
  return r;
}

static bool push_missing (slope_builder *b, term t) {
  const node *n = term_node (b->slope->ts, t);
  size_t before = b->todo.len;
  for (unsigned i = 0; i < n->arity && is_open (b->slope->ts, t); i++)
    if (!map_find (&b->place, n->arg[i].id))
      vec_push (b->slope->mem, &b->todo, n->arg[i]);
  return b->todo.len > before;
}

static void slope_add (slope_builder *b, term root) {
  slope *s = b->slope;
  vec_push (s->mem, &b->todo, root);
  while (b->todo.len) {
    term t = vec_last (&b->todo);
    if (!map_find (&b->place, t.id)) {
      if (push_missing (b, t))
        continue;
      slope_step made = make_step (b, t);
      vec_push (s->mem, &s->steps, made);
      map_put (&b->place, t.id, s->steps.len);
    }
    b->todo.len--;
  }
  vec_push (s->mem, &s->roots, (uint32_t) (*map_find (&b->place, root.id) - 1));
}

static bool has_words_only (const slope *s) {
  const term *leaf;
  size_t n = tape_leaves (s->tape, &leaf);
  for (size_t i = 0; i < n; i++)
    if (!sort_is_small (term_sort (s->ts, leaf[i])))
      return false;
  return n && !tape_reads_arrays (s->tape);
}

slope *slope_new (memory *mem, terms *ts, size_t n, const term *t) {
  slope *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  s->ts = ts;
  slope_builder b = {.slope = s};
  map_init (&b.place, mem);
  for (size_t i = 0; i < n; i++)
    slope_add (&b, t[i]);
  map_release (&b.place);
  vec_release (mem, &b.todo);
  s->tape = tape_new (mem, ts, s->wanted.len, s->wanted.data);
  if (!has_words_only (s)) {
    slope_free (s);
    return NULL;
  }
  vec_extend (mem, &s->words, s->wanted.len);
  vec_extend (mem, &s->pairs, s->steps.len);
  return s;
}

void slope_free (slope *s) {
  if (!s)
    return;
  memory *mem = s->mem;
  tape_free (s->tape);
  vec_release (mem, &s->steps, &s->pairs, &s->roots, &s->wanted, &s->words);
  memory_free (mem, s, sizeof *s);
}

size_t slope_leaves (const slope *s, const term **leaf) {
  return tape_leaves (s->tape, leaf);
}

size_t slope_length (const slope *s) {
  return tape_length (s->tape) + s->steps.len;
}

/* Evaluating. */

/* The logarithm to base 2 of 2 + d, straight lines between powers: never 0. */
static uint64_t scale (uint64_t d) {
  if (d > UINT64_MAX - 2)
    return FAR;
  d += 2;
  unsigned top = 63 - (unsigned) __builtin_clzll (d);
  uint64_t rest = d << (63 - top) << 1 >> (64 - POINT);
  return ((uint64_t) top << POINT) + rest;
}

static slope_pair of_bool (uint64_t is_true) {
  return is_true ? (slope_pair) {0, FAR} : (slope_pair) {FAR, 0};
}

static slope_pair of_equal (uint64_t a, uint64_t b) {
  if (a == b)
    return (slope_pair) {0, scale (0)};
  return (slope_pair) {scale (a > b ? a - b : b - a), 0};
}

static slope_pair of_order (uint64_t a, uint64_t b, bool is_strict) {
  if (is_strict ? a < b : a <= b)
    return (slope_pair) {0, scale (b - a)};
  return (slope_pair) {scale (a - b), 0};
}

/* Signed numbers in the order of unsigned ones. */
static uint64_t lift (uint64_t x, unsigned width) {
  assert (width && width <= 64);
  return x ^ (uint64_t) 1 << (width - 1);
}

static uint64_t nearer (uint64_t a, uint64_t b) { return a < b ? a : b; }

static slope_pair of_xor (slope_pair a, slope_pair b) {
  return (slope_pair) {nearer (a.yes + b.no, a.no + b.yes),
                       nearer (a.yes + b.yes, a.no + b.no)};
}

static slope_pair of_ite (slope_pair c, slope_pair a, slope_pair b) {
  return (slope_pair) {nearer (c.yes + a.yes, c.no + b.yes),
                       nearer (c.yes + a.no, c.no + b.no)};
}

static slope_pair of_words (const slope_step *i, uint64_t a, uint64_t b) {
  switch (i->kind) {
  case KIND_EQ:
    return of_equal (a, b);
  case KIND_BV_ULT:
    return of_order (a, b, true);
  case KIND_BV_ULE:
    return of_order (a, b, false);
  case KIND_BV_SLT:
    return of_order (lift (a, i->width), lift (b, i->width), true);
  case KIND_BV_SLE:
    return of_order (lift (a, i->width), lift (b, i->width), false);
  default:
    return of_bool (a);
  }
}

static slope_pair swap (slope_pair p) { return (slope_pair) {p.no, p.yes}; }

static slope_pair take_step (const slope *s, const slope_step *i) {
  const slope_pair *p = s->pairs.data;
  switch (i->kind) {
  case KIND_NOT:
    return swap (p[i->a]);
  case KIND_AND:
    return (slope_pair) {p[i->a].yes + p[i->b].yes,
                         nearer (p[i->a].no, p[i->b].no)};
  case KIND_OR:
    return (slope_pair) {nearer (p[i->a].yes, p[i->b].yes),
                         p[i->a].no + p[i->b].no};
  case KIND_XOR:
    return i->width ? swap (of_xor (p[i->a], p[i->b]))
                    : of_xor (p[i->a], p[i->b]);
  case KIND_ITE:
    return of_ite (p[i->a], p[i->b], p[i->c]);
  default:
    return of_words (i, s->words.data[i->a], s->words.data[i->b]);
  }
}

/* A sum over a graph in which much is shared may be huge; it need not be
 * exact then, but never 0 by chance.
 */
static slope_pair bounded (slope_pair p) {
  const uint64_t most = UINT64_MAX >> 16;
  return (slope_pair) {nearer (p.yes, most), nearer (p.no, most)};
}

uint64_t slope_distance (slope *s, const uint64_t *words) {
  tape_run_words (s->tape, words, NULL, s->words.data);
  for (size_t i = 0; i < s->steps.len; i++)
    s->pairs.data[i] = bounded (take_step (s, s->steps.data + i));
  uint64_t sum = 0;
  for (size_t i = 0; i < s->roots.len; i++)
    sum = nearer (sum + s->pairs.data[s->roots.data[i]].yes, UINT64_MAX >> 1);
  return sum;
}
