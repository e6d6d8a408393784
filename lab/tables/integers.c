#include "lab/tables/integers.h"

void integers_init (integers *z, memory *mem, const terms *from, terms *to) {
  *z = (integers) {.mem = mem, .from = from, .to = to};
  map_init (&z->done, mem);
}

void integers_release (integers *z) {
  map_release (&z->done);
  vec_release (z->mem, &z->todo);
}

void integers_clear (integers *z) { map_clear (&z->done); }

void integers_bind (integers *z, term var, term integer) {
  map_put (&z->done, var.id, integer.id);
}

static term known (const integers *z, term t) {
  return (term) {(uint32_t) map_get (&z->done, t.id, 0)};
}

static term constant (integers *z, term t) {
  if (sort_is_bool (term_sort (z->from, t)))
    return term_bool (z->to, term_eq (t, TERM_TRUE));
  arena *a = &z->to->data;
  num n = term_num (z->from, t, a);
  return term_int (z->to, num_signed (a, n, term_width (z->from, t)));
}

static term less (integers *z, term a, term b) {
  return term_not (z->to, term_binary (z->to, KIND_INT_LE, b, a));
}

static term negative (integers *z, term a) {
  term minus_one = term_int (z->to, num_of_i64 (NULL, -1));
  return term_binary (z->to, KIND_INT_MUL, minus_one, a);
}

/* No negation of a negation. */
static term opposite (integers *z, term a) {
  bool is_not = term_kind (z->to, a) == KIND_NOT;
  return is_not ? term_arg (z->to, a, 0) : term_not (z->to, a);
}

/* The term for a node whose arguments are known. */
static term read_node (integers *z, term t) {
  const node *n = term_node (z->from, t);
  term arg[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  for (unsigned i = 0; i < n->arity; i++)
    arg[i] = known (z, n->arg[i]);
  switch (n->kind) {
  case KIND_CONST:
    return constant (z, t);
  case KIND_NOT:
    return opposite (z, arg[0]);
  case KIND_AND:
  case KIND_OR:
  case KIND_XOR:
  case KIND_EQ:
  case KIND_ITE:
    return term_build (z->to, n->kind, 0, arg[0], arg[1], arg[2]);
  case KIND_BV_ADD:
    return term_binary (z->to, KIND_INT_ADD, arg[0], arg[1]);
  case KIND_BV_MUL:
    return term_binary (z->to, KIND_INT_MUL, arg[0], arg[1]);
  case KIND_BV_NEG:
    return negative (z, arg[0]);
  case KIND_BV_ULT:
  case KIND_BV_SLT:
    return less (z, arg[0], arg[1]);
  case KIND_BV_ULE:
  case KIND_BV_SLE:
    return term_binary (z->to, KIND_INT_LE, arg[0], arg[1]);
  case KIND_ZEXT:
  case KIND_SEXT:
    return arg[0];
  case KIND_EXTRACT:
    return term_extract_low (z->from, t) ? TERM_NONE : arg[0];
  default:
    return TERM_NONE;
  }
}

/* Is there an argument that must be read first? */
static bool needs_argument (integers *z, term t) {
  const node *n = term_node (z->from, t);
  for (unsigned i = 0; i < n->arity; i++)
    if (!known (z, n->arg[i]).id) {
      vec_push (z->mem, &z->todo, n->arg[i]);
      return true;
    }
  return false;
}

term integers_read (integers *z, term condition) {
  vec_clear (&z->todo);
  vec_push (z->mem, &z->todo, condition);
  while (z->todo.len) {
    term t = vec_last (&z->todo);
    if (!known (z, t).id) {
      if (needs_argument (z, t))
        continue;
      term r = read_node (z, t);
      if (!r.id)
        return TERM_NONE;
      map_put (&z->done, t.id, r.id);
    }
    (void) vec_pop (&z->todo);
  }
  return known (z, condition);
}
