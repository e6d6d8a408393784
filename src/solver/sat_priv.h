#pragma once

/* Shared by the files of the SAT kernel: sat.c, sat_learn.c, sat_store.c. */

#include "solver/sat.h"

typedef uint32_t cref; /* position in the clause store, 0 = no clause */

/* A clause in the store: two words, then the literals. The first two
 * literals are watched.
 */
typedef struct kernel_clause {
  uint32_t size;
  uint32_t is_learned : 1, is_garbage : 1, glue : 30;
  lit lits[];
} kernel_clause;

#define CLAUSE_WORDS (sizeof (kernel_clause) / sizeof (uint32_t))

/* In the list of a literal: visited when the literal becomes false. */
typedef struct watched_clause {
  uint32_t ref; /* cref << 1 | clause is binary */
  lit other;    /* some literal of it: when true, nothing is to be done */
} watched_clause;

typedef struct watch_list {
  watched_clause *data;
  uint32_t len, cap;
} watch_list;

#define NOT_IN_HEAP UINT32_MAX

typedef struct variable {
  double activity;
  uint32_t level;
  cref reason;
  uint32_t at; /* place in the heap */
  bool is_active, phase, seen;
} variable;

struct sat {
  memory *mem;
  uint32_t n_vars, cap_vars;
  variable *var;
  signed char *value;  /* by literal: 1 true, -1 false, 0 open */
  watch_list *watches; /* by literal */

  lit_vec trail;
  size_t head;    /* trail propagated up to here */
  u32_vec levels; /* trail length at the beginning of each level */
  size_t open;    /* active variables without value */

  u32_vec heap; /* open active variables, and stale others */
  double bump;

  u32_vec store; /* clauses */
  u32_vec learned;
  size_t max_learned;

  lit_vec assumed; /* of the last question */
  uint32_t based;  /* the first levels are these of the assumptions */
  lit_vec failed;
  lit_vec made;  /* the clause being learned */
  lit_vec stack; /* of minimisation */
  u32_vec marked;
  u32_vec level_stamp;
  uint32_t stamp;

  bool is_unsat; /* for good */
  uint64_t n_conflicts, n_propagated, n_clauses;
};

static inline kernel_clause *sat_clause (const sat *s, cref c) {
  return (kernel_clause *) (void *) (s->store.data + c);
}

static inline uint32_t sat_level (const sat *s) {
  return (uint32_t) s->levels.len;
}

static inline variable *sat_var (const sat *s, lit l) {
  return s->var + lit_var (l);
}

static inline void sat_assign (sat *s, lit l, cref why) {
  variable *v = sat_var (s, l);
  assert (!s->value[l] && s->trail.len < s->trail.cap);
  v->level = sat_level (s);
  v->reason = why;
  s->value[l] = 1;
  s->value[lit_not (l)] = -1;
  s->open -= v->is_active;
  s->trail.data[s->trail.len++] = l; /* room is made with the variable */
}

static inline void sat_watch (sat *s, lit l, watched_clause w) {
  watch_list *ws = s->watches + l;
  if (ws->len == ws->cap) {
    uint32_t cap = ws->cap ? 2 * ws->cap : 4;
    ws->data = memory_resize (s->mem, ws->data, ws->cap * sizeof *ws->data,
                              cap * sizeof *ws->data);
    ws->cap = cap;
  }
  ws->data[ws->len++] = w;
}

/* sat.c */
void sat_backtrack (sat *, uint32_t level);

/* sat_learn.c: from a false clause learn one that is unit further up, go
 * there and assign. Sets 'is_unsat' when there is no further up.
 */
void sat_learn (sat *, cref conflict);

/* Why the assumption is false: fills 'failed'. */
void sat_explain (sat *, lit assumption);

/* sat_heap.c: variables by activity. */
void sat_heap_push (sat *, uint32_t var);
uint32_t sat_heap_pop (sat *);
void sat_heap_bump (sat *, uint32_t var);

/* sat_store.c */
cref sat_store (sat *, size_t n, const lit *, bool is_learned, uint32_t glue);
void sat_reduce (sat *); /* drop the worse half of the learned clauses */
