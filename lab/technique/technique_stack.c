/* Stack and stackOpt: a solver whose stack follows the path, one level for
 * each part. With automatic choice each backend has a stack of its own, which
 * moves only when it is used.
 */
#include "lab/technique/technique_priv.h"

typedef struct stack {
  backend *backend; /* NULL until needed */
  term_vec path;    /* one level each */
} stack;

typedef struct stacks {
  stack of[BACKEND_Z3 + 1];
  term_vec missing;
} stacks;

static void *open (technique *t) {
  return memory_zalloc (t->config.mem, sizeof (stacks));
}

static void close (technique *t, void *state) {
  stacks *s = state;
  memory *mem = t->config.mem;
  for (int k = 0; k <= BACKEND_Z3; k++) {
    backend_free (s->of[k].backend);
    vec_release (mem, &s->of[k].path);
  }
  vec_release (mem, &s->missing);
  memory_free (mem, s, sizeof *s);
}

static void stacking_move (technique *t, stack *s, const query *q,
                           term_vec *missing) {
  size_t len = technique_follow (t, &s->path, q, missing);
  backend *b = s->backend;
  if (len < s->path.len)
    b->class->pop (b, (unsigned) (s->path.len - len));
  s->path.len = len;
  for (size_t i = 0; i < missing->len; i++) {
    b->class->push (b);
    b->class->assert_term (b, missing->data[i]);
    vec_push (t->config.mem, &s->path, missing->data[i]);
  }
}

static verdict check_on (technique *t, stacks *all, backend_kind k,
                         const query *q) {
  stack *s = &all->of[k];
  if (!s->backend)
    s->backend =
        technique_open_backend (t, k, t->config.kind == TECHNIQUE_STACK_OPT);
  stacking_move (t, s, q, &all->missing);
  verdict v = technique_run (t, s->backend, q->deadline);
  if (v == VERDICT_SAT)
    s->backend->class->get_model (s->backend, t->model);
  return v;
}

static verdict stacking_check (technique *t, void *state, const query *q) {
  backend_kind k = technique_choose (t, q->part.len, q->part.data);
  verdict v = check_on (t, state, k, q);
  return technique_may_retry (t, k, v) ? check_on (t, state, BACKEND_Z3, q) : v;
}

static void stacking_core (technique *t, void *state, const query *q,
                           term_vec *out) {
  (void) state, (void) q;
  t->last->class->get_core (t->last, t->config.mem, out);
}

const technique_class technique_stack = {.open = open,
                                         .close = close,
                                         .check = stacking_check,
                                         .core = stacking_core};
