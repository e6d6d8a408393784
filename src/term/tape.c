#include "term/tape.h"

#include "base/map.h"
#include "term/eval.h"
#include "term/leaves.h"
#include "term/value.h"
#include "term/value_small.h"

/* Instructions on words. Most are kinds, with the meaning of kinds.def. The
 * result goes to the slot of the instruction's position.
 */
enum {
  OP_GENERAL = KIND_COUNT, /* the next of 'general' */
  OP_READ,                 /* 'a': the array, 'b': slot of the index */
  OP_EQ_ARRAY              /* 'c': the term */
};

typedef struct instruction {
  uint8_t op, width, result, payload; /* widths: last argument, result */
  uint32_t a, b, c;
} instruction;

/* An array: what it was made of, by kind of node. */
typedef struct array_node {
  kind kind;
  term term;
  uint32_t slot, value;  /* ITE: condition; STORE: index, value; CONST_ARRAY */
  uint32_t base, second; /* arrays below */
} array_node;

struct tape {
  memory *mem;
  terms *ts;
  term_vec leaves;
  size_t n_consts;
  VEC (instruction) code;
  term_vec general; /* terms of OP_GENERAL, in the order of the code */
  VEC (array_node) arrays;
  u32_vec results; /* slots of the roots */
  u64_vec slots;
  bool reads_arrays;
  arena limbs;
  evaluator *eval; /* for comparisons of arrays; made when needed */
};

/* Compiling. The place of a term is its slot, or the position of an array;
 * 'place' maps ids to places + 1. Slots are numbered as if leaves, constants
 * and results were three lists, and moved behind each other at the end.
 */

enum { LIST_LEAF, LIST_CONST, LIST_RESULT };

typedef struct compiler {
  tape *tape;
  terms *ts;
  memory *mem;
  map place;
  u64_vec consts;
  term_vec todo;
} compiler;

static uint32_t in_list (unsigned list, size_t at) {
  assert (list <= LIST_RESULT && at <= UINT32_MAX >> 2);
  return (uint32_t) (at << 2 | list);
}

static bool is_placed (const compiler *c, term t) {
  return map_find (&c->place, t.id);
}

static uint32_t tape_place_of (const compiler *c, term t) {
  assert (is_placed (c, t)); /* arguments first */
  return (uint32_t) (*map_find (&c->place, t.id) - 1);
}

static void put_place (compiler *c, term t, uint32_t place) {
  assert (!is_placed (c, t)); /* once */
  map_put (&c->place, t.id, (uint64_t) place + 1);
}

static bool is_array (const terms *ts, term t) {
  return sort_is_array (term_sort (ts, t));
}

static bool is_all_small (const terms *ts, const node *n) {
  for (unsigned i = 0; i < n->arity; i++)
    if (!sort_is_small (term_sort (ts, n->arg[i])))
      return false;
  return sort_is_small (n->sort);
}

/* Wide ones, which only pass through (ITE), have none that matters. */
static uint8_t tape_width_of (sort s) {
  return sort_is_bv (s) && sort_is_small (s) ? (uint8_t) sort_width (s) : 1;
}

/* Operands that are no arrays; arrays have no slot. */
static instruction with_args (const compiler *c, const node *n, unsigned op) {
  uint32_t arg[3] = {0};
  for (unsigned i = 0; i < n->arity; i++)
    if (!is_array (c->ts, n->arg[i]))
      arg[i] = tape_place_of (c, n->arg[i]);
  return (instruction) {(uint8_t) op, 0, 0, 0, arg[0], arg[1], arg[2]};
}

static instruction small (const compiler *c, const node *n) {
  assert (n->kind < OP_GENERAL && n->arity && n->arity <= 3);
  instruction i = with_args (c, n, n->kind);
  sort last = term_sort (c->ts, n->arg[n->arity - 1]);
  i.width = tape_width_of (last);
  i.result = tape_width_of (n->sort);
  i.payload = (uint8_t) n->payload;
  return i;
}

static instruction compile (compiler *c, term t, const node *n) {
  if (n->kind == KIND_SELECT) {
    instruction i = with_args (c, n, OP_READ);
    i.a = tape_place_of (c, n->arg[0]);
    return i;
  }
  if (n->kind == KIND_EQ && is_array (c->ts, n->arg[0])) {
    c->tape->reads_arrays = true;
    return (instruction) {.op = OP_EQ_ARRAY, .c = t.id};
  }
  if (is_all_small (c->ts, n) || n->kind == KIND_ITE)
    return small (c, n);
  vec_push (c->mem, &c->tape->general, t);
  return with_args (c, n, OP_GENERAL);
}

static void place_array (compiler *c, term t, const node *n) {
  array_node a = {.kind = (kind) n->kind, .term = t};
  switch (n->kind) {
  case KIND_CONST_ARRAY:
    a.value = tape_place_of (c, n->arg[0]);
    break;
  case KIND_STORE:
    a.base = tape_place_of (c, n->arg[0]);
    a.slot = tape_place_of (c, n->arg[1]);
    a.value = tape_place_of (c, n->arg[2]);
    break;
  case KIND_TABLE:
    a.base = tape_place_of (c, n->arg[0]);
    break;
  case KIND_ITE:
    a.slot = tape_place_of (c, n->arg[0]);
    a.base = tape_place_of (c, n->arg[1]);
    a.second = tape_place_of (c, n->arg[2]);
    break;
  default:
    assert (n->kind == KIND_VAR);
    c->tape->reads_arrays = true;
    break;
  }
  put_place (c, t, (uint32_t) c->tape->arrays.len);
  vec_push (c->mem, &c->tape->arrays, a);
}

static void place_term (compiler *c, term t, const node *n) {
  tape *tp = c->tape;
  if (sort_is_array (n->sort))
    place_array (c, t, n);
  else if (n->kind == KIND_CONST) {
    put_place (c, t, in_list (LIST_CONST, c->consts.len));
    vec_push (c->mem, &c->consts, n->payload);
  } else if (term_is_leaf (c->ts, t)) {
    put_place (c, t, in_list (LIST_LEAF, tp->leaves.len));
    vec_push (c->mem, &tp->leaves, t);
  } else if (n->kind == KIND_ZEXT && is_all_small (c->ts, n))
    put_place (c, t, tape_place_of (c, n->arg[0])); /* the same word */
  else {
    instruction i = compile (c, t, n);
    put_place (c, t, in_list (LIST_RESULT, tp->code.len));
    vec_push (c->mem, &tp->code, i);
  }
}

static bool tape_is_ready (compiler *c, term t, const node *n) {
  if (term_is_leaf (c->ts, t))
    return true;
  size_t before = c->todo.len;
  for (unsigned i = 0; i < n->arity; i++)
    if (!is_placed (c, n->arg[i]))
      vec_push (c->mem, &c->todo, n->arg[i]);
  return c->todo.len == before;
}

static void place_below (compiler *c, term root) {
  vec_push (c->mem, &c->todo, root);
  while (c->todo.len) {
    term t = vec_last (&c->todo);
    const node *n = term_node (c->ts, t);
    if (is_placed (c, t))
      (void) vec_pop (&c->todo);
    else if (tape_is_ready (c, t, n)) {
      place_term (c, t, n);
      (void) vec_pop (&c->todo);
    }
  }
}

/* Put the three lists behind each other. */

static uint32_t slot_of (const tape *t, uint32_t place) {
  uint32_t at = place >> 2;
  switch (place & 3) {
  case LIST_LEAF:
    return at;
  case LIST_CONST:
    return (uint32_t) t->leaves.len + at;
  default:
    assert ((place & 3) == LIST_RESULT);
    return (uint32_t) (t->leaves.len + t->n_consts) + at;
  }
}

static void move_operands (tape *t, instruction *i) {
  if (i->op == OP_EQ_ARRAY)
    return;
  if (i->op != OP_READ)
    i->a = slot_of (t, i->a);
  i->b = slot_of (t, i->b);
  i->c = slot_of (t, i->c);
}

static void move_slots (tape *t, const u64_vec *consts) {
  assert (!t->slots.len); /* places become slots once */
  t->n_consts = consts->len;
  for (size_t i = 0; i < t->code.len; i++)
    move_operands (t, t->code.data + i);
  for (size_t i = 0; i < t->arrays.len; i++) {
    array_node *a = t->arrays.data + i;
    a->slot = slot_of (t, a->slot);
    a->value = slot_of (t, a->value);
  }
  for (size_t i = 0; i < t->results.len; i++)
    t->results.data[i] = slot_of (t, t->results.data[i]);
  size_t n = t->leaves.len + t->n_consts + t->code.len;
  vec_reserve (t->mem, &t->slots, n + 1);
  t->slots.len = n + 1;
  memset (t->slots.data, 0, (n + 1) * sizeof *t->slots.data);
  for (size_t i = 0; i < t->n_consts; i++)
    t->slots.data[t->leaves.len + i] = consts->data[i];
}

tape *tape_new (memory *mem, terms *ts, size_t n, const term *roots) {
  tape *t = memory_zalloc (mem, sizeof *t);
  t->mem = mem;
  t->ts = ts;
  arena_init (&t->limbs, mem);
  compiler c = {.tape = t, .ts = ts, .mem = mem};
  map_init (&c.place, mem);
  for (size_t i = 0; i < n; i++) {
    assert (!is_array (ts, roots[i]));
    place_below (&c, roots[i]);
    vec_push (mem, &t->results, tape_place_of (&c, roots[i]));
  }
  move_slots (t, &c.consts);
  map_release (&c.place);
  vec_release (mem, &c.consts, &c.todo);
  return t;
}

void tape_free (tape *t) {
  if (!t)
    return;
  vec_release (t->mem, &t->leaves, &t->code, &t->general, &t->arrays,
               &t->results, &t->slots);
  arena_release (&t->limbs);
  evaluator_free (t->eval);
  memory_free (t->mem, t, sizeof *t);
}

size_t tape_length (const tape *t) { return t->code.len; }

size_t tape_constants (const tape *t, const uint64_t **constants) {
  *constants = t->slots.data + t->leaves.len;
  return t->n_consts;
}

size_t tape_leaves (const tape *t, const term **leaves) {
  *leaves = t->leaves.data;
  return t->leaves.len;
}

bool tape_reads_arrays (const tape *t) { return t->reads_arrays; }

/* Running. */

static uint64_t read_array (const tape *t, const model *m, uint32_t at,
                            uint64_t index) {
  const uint64_t *s = t->slots.data;
  for (;;) {
    assert (at < t->arrays.len);
    const array_node *a = t->arrays.data + at;
    uint64_t word;
    switch (a->kind) {
    case KIND_VAR:
      return model_element (m, a->term, index);
    case KIND_CONST_ARRAY:
      return s[a->value];
    case KIND_STORE:
      if (s[a->slot] == index)
        return s[a->value];
      at = a->base;
      break;
    case KIND_TABLE:
      if (content_get (term_content (t->ts, a->term), index, &word))
        return word;
      at = a->base;
      break;
    default:
      assert (a->kind == KIND_ITE);
      at = s[a->slot] ? a->base : a->second;
      break;
    }
  }
}

static bool same_arrays (tape *t, const model *m, term equality) {
  if (!t->eval)
    t->eval = evaluator_new (t->mem, t->ts);
  evaluator_start (t->eval, m);
  return evaluator_holds (t->eval, equality);
}

static uint64_t general (tape *t, const instruction *i, term of) {
  assert (i->op == OP_GENERAL);
  const node *n = term_node (t->ts, of);
  const uint64_t *s = t->slots.data;
  uint64_t arg[3] = {s[i->a], s[i->b], s[i->c]};
  assert (n->arity);
  sort sorts[3] = {{0}};
  for (unsigned j = 0; j < n->arity; j++)
    sorts[j] = term_sort (t->ts, n->arg[j]);
  return value_apply (&t->limbs, (kind) n->kind, n->sort, sorts[n->arity - 1],
                      n->payload, arg, sorts);
}

static void run_code (tape *t, const model *m) {
  uint64_t *s = t->slots.data, *out = s + t->leaves.len + t->n_consts;
  const instruction *end = t->code.data + t->code.len;
  const term *of = t->general.data;
  for (const instruction *i = t->code.data; i != end; i++)
    switch (i->op) {
    case OP_GENERAL:
      *out++ = general (t, i, *of++);
      break;
    case OP_READ:
      *out++ = read_array (t, m, i->a, s[i->b]);
      break;
    case OP_EQ_ARRAY:
      *out++ = same_arrays (t, m, (term) {i->c});
      break;
    default:
      *out++ = value_apply_small ((kind) i->op, i->width, i->payload, i->result,
                                  s[i->a], s[i->b], s[i->c]);
    }
  assert (out + 1 == s + t->slots.len); /* a slot for each instruction */
}

void tape_run_words (tape *t, const uint64_t *words, const model *m,
                     uint64_t *results) {
  assert (m || !t->reads_arrays);
  if (t->leaves.len)
    memcpy (t->slots.data, words, t->leaves.len * sizeof *words);
  arena_reset (&t->limbs);
  run_code (t, m);
  for (size_t i = 0; i < t->results.len; i++)
    results[i] = t->slots.data[t->results.data[i]];
}
