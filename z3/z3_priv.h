#pragma once

/* What the files of backend z3 share. Nobody else includes this.
 *
 * Translation. Terms become Z3 terms once and are found by id afterwards.
 * Leaves (term/leaves.h) become constants of Z3: an element of an array at a
 * constant index is a constant of its own, so that inputs read byte by byte
 * never need the theory of arrays. When an array is used as a whole later,
 * each such constant is linked to it by an equation.
 *
 * Such a link only says what a constant means: it can be asserted at any level
 * without harm, and must be asserted whenever the constant is in use.
 *
 * What a level introduced is dropped with it, but leaves. When terms are
 * shared it is kept, as Z3 keeps the meaning of a define-fun: Z3 finds again
 * what it knows of a sub-term by the sub-term being the same.
 */

#include "base/map.h"
#include "solver/backend.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <z3.h>

typedef VEC (Z3_ast) ast_vec;

/* A context that was left to a thread (below) has all its references: NULL. */
static inline void z3_drop (Z3_context ctx, Z3_ast a) {
  if (ctx)
    Z3_dec_ref (ctx, a);
}

typedef struct translator {
  memory *mem;
  terms *ts;
  Z3_context ctx;
  bool share;
  bool has_int, has_array, has_float; /* met so far */
  bool has_hard;                      /* integers that are not linear */
  uint32_t n_consts;
  map sorts;    /* sort code -> Z3_sort */
  map leaves;   /* term id -> Z3_ast; never dropped */
  map elements; /* array id -> first of its 'element' + 1 */
  map wholes;   /* ids of arrays that are used as a whole */
  VEC (struct linked {
    term select;
    uint32_t next;
  })
  element;
  map asts;       /* term id -> Z3_ast, 0 when dropped */
  term_vec trail; /* terms in 'asts' that go with a level, in order */
  u32_vec marks;  /* lengths of the trail at each level */
  ast_vec links;  /* of elements to arrays, each with a reference */
  term_vec todo;  /* of the running translation */
  char_vec digits;
} translator;

void translator_init (translator *, memory *, terms *, Z3_context, bool share);
void translator_release (translator *);

/* Levels, for what is dropped with them. */
void translator_push (translator *);
void translator_pop (translator *, size_t n_levels_left);

/* Borrowed: it lives at least as long as the level. Errors of Z3 stay in the
 * context; the result is NULL then.
 */
Z3_ast translator_get (translator *, term);

/* The constant that stands for a leaf; NULL if the leaf was never met. */
Z3_ast translator_leaf (const translator *, term leaf);

/* An application of KIND_FP_* to arguments, with a reference (z3_float.c). */
Z3_ast translator_float (translator *, const node *, const Z3_ast arg[3]);

/* Read values of leaves from a model of Z3 into ours. False when Z3 gave
 * something that is no value.
 */
bool z3_read_leaf (translator *, Z3_model, term leaf, model *out);

/* A solver that lives through many problems (z3_guarded.c). The context is
 * that of its solver, which is made by its owner; a change of the set of
 * assertions invalidates nothing.
 */
typedef struct guarded {
  memory *mem;
  Z3_solver solver; /* NULL: none */
  ast_vec owned;    /* literals */
  map literal;      /* id of a term -> its place in 'owned' + 1 */
  map term;         /* id of a literal + 1 -> id of its term */
  ast_vec asked;    /* literals of the problem */
  size_t n_links;   /* of the translator, that it has got */
} guarded;

void guarded_init (guarded *, memory *);
void guarded_drop (guarded *, Z3_context); /* the solver with all it knows */
void guarded_release (guarded *);          /* after dropping */

/* It has far more conjuncts than a problem of this size needs. */
bool guarded_is_worn (const guarded *, size_t asked);

/* The next problem: terms and their translations. False on errors of Z3. */
bool guarded_give (guarded *, const translator *, size_t n, const term *,
                   const Z3_ast *);
Z3_lbool guarded_check (guarded *, Z3_context);

/* After an unsatisfiable one: terms that suffice, appended. */
bool guarded_core (guarded *, Z3_context, memory *, term_vec *out);

/* The watch ends checks of Z3 early: at their deadline, when Z3 has taken too
 * much memory, on an interrupt. It is a thread that only here speaks to Z3,
 * and only during a check. Z3 has parameters for the first two; but its memory
 * limit holds for the process and leaves all contexts unusable, and one way to
 * end a check is simpler than three.
 *
 * The thread starts with the first check and sleeps in between. Checks with
 * neither deadline nor limit do not even wake it.
 */
typedef struct watch {
  size_t memory_limit; /* 0: none */
  pthread_t thread;
  pid_t owner; /* of the thread */
  bool has_thread;
  sem_t call; /* wakes the thread */
  atomic_bool is_interrupted;

  pthread_mutex_t lock; /* of all below */
  bool is_over;
  Z3_context running; /* NULL between checks */
  uint64_t deadline;
  reason why; /* the check is being ended */
} watch;

void watch_init (watch *, size_t memory_limit);
void watch_release (watch *);

/* Around a check. False when there can be no thread; else watch_stop tells
 * why the check was ended, if it was.
 */
bool watch_start (watch *, Z3_context, uint64_t deadline);
reason watch_stop (watch *);

/* Between these: the check is being ended. */
bool watch_is_ending (watch *);

/* End the running check; without one the next. From any thread or a signal
 * handler. The flag stays until the user of the watch clears it.
 */
void watch_interrupt (watch *);

/* Z3 does not look up from some work, such as making circuits of floating
 * point, for seconds. A check that may be of the kind is done by a thread; one
 * that does not end soon when it is told to is left behind, and its context
 * belongs to the thread from then on (z3_aside.c).
 */
typedef struct aside {
  memory *mem;
  VEC (struct errand *) left;
} aside;

void aside_init (aside *, memory *);
void aside_release (aside *); /* waits for those that were left behind */

/* Between watch_start and watch_stop. False: it was left behind; neither the
 * context nor anything of it may be touched again.
 */
bool aside_check (aside *, watch *, Z3_context, Z3_solver, const ast_vec *,
                  Z3_lbool *out);

/* The backend (z3.c). */
typedef struct z3 {
  backend base;
  backend_config config;

  term_vec asserted;
  u32_vec levels;  /* lengths of 'asserted' at each push */
  bool is_stack;   /* there were levels since the start */
  bool is_probing; /* the last level holds the assumptions of a check */

  Z3_context ctx; /* NULL until needed */
  translator tr;
  ast_vec asts; /* of the first terms of 'asserted' */

  Z3_solver solver; /* NULL until needed */
  const char *logic;
  unsigned effort; /* of the solver, by its own count; 0: any */
  bool is_spent;   /* the solver cannot go on */
  size_t n_terms, n_levels, n_links; /* what the solver has got */
  u32_vec link_levels;               /* of each link it has got */

  guarded guarded;
  bool is_guarded; /* the last check was there */
  bool is_alone;   /* for this one it was too much */
  unsigned guarded_effort;

  verdict verdict;
  reason why;
  uint64_t deadline; /* of the last check */
  unsigned counted;  /* effort of the context up to the last core */
  Z3_model model;
  char trouble[128]; /* what Z3 said last, for debugging */

  watch watch;
  aside aside;
} z3;

/* Did Z3 refuse the last call? It says why in 'trouble'. */
bool z3_has_failed (z3 *);

/* Context and solver (z3_context.c). Dropping one drops what is in it; the
 * asserted terms stay, and are given to the next. A context that is lost
 * belongs to a thread, with all references.
 */
void z3_need_context (z3 *);
void z3_drop_context (z3 *);
void z3_lose_context (z3 *);
void z3_drop_translation (z3 *);
bool z3_need_solver (z3 *); /* of the kind for what is asserted */
void z3_drop_solver (z3 *);
void z3_drop_model (z3 *);

/* Another solver, with a reference, NULL if there can be none; 'logic' is that
 * of the solver, or NULL.
 */
Z3_solver z3_new_solver (z3 *, const char *logic);
void z3_set_number (z3 *, Z3_solver, const char *parameter, unsigned);

/* Kinds of work that Z3 does not look up from. */
static inline bool z3_is_deaf (const z3 *z) {
  return z->tr.has_float || z->tr.has_hard;
}

/* Terms that cannot hold together, appended (z3_core.c). False: that took too
 * much; what was appended is to be dropped.
 */
bool z3_prove_again (z3 *, memory *, term_vec *out);
