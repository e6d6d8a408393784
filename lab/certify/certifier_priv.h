#pragma once

/* What certifier.c (the walk), certify_question.c (questions of the machine)
 * and certify_end.c (ends, failures) share.
 */

#include "explore/guide.h"
#include "lab/certify/certifier.h"
#include "lab/certify/claims.h"
#include "suite/reference.h"
#include "term/eval.h"

/* A path from a decision to the next node; its state has it as extra. */
typedef struct node_visit {
  state *state;
  knowledge *knowledge; /* its constraints; the witness is not used */
  uint32_t node;
  uint32_t depth, choice; /* the last of so many choices */
  uint32_t test;          /* whose values it has: index plus 1; 0: 'values' */
  model *values;
  uint64_t asked; /* digest of the questions since the decision */
  bool sees_globals, sees_functions;
  bool is_over; /* it failed: nothing more can be said */
} node_visit;

struct certifier {
  chooser chooser; /* first: the machine knows us by it */
  certify_config config;
  context *context;
  memory *mem;
  terms *ts;
  program *program;
  oracle *oracle;
  machine *machine;
  reference *reference;
  knowing *knowing;
  claims claims;
  certificate result;
  uint64_t deadline; /* of all, 0 = none */
  uint64_t next_id;
  VEC (node_visit *) todo;
  u32_vec way; /* choices of the path that is walked */

  /* The values of the path that is walked. */
  evaluator *evaluator;
  const model *started; /* the evaluator is on it; NULL: on none */
  model *values;        /* of the test below */
  uint32_t loaded;      /* test: index plus 1 */
  size_t n_filled;      /* inputs of it that are in 'values' */
  testcase test;

  model *found;
  term_vec slice, constraints;
  u32_vec blocks;
  VEC (node_visit *) born;
  spot_vec spots;
  arena texts;
  char_vec text;
  VEC (certify_failure) failures;
  VEC (certify_note) notes;
  map note_at;
};

static inline node_visit *visit_of (const state *s) { return s->extra; }

static inline const shape *shape_of (const certifier *c, const node_visit *v) {
  return trie_shape (&c->claims.trie, v->node);
}

/* What the trie says was not explored. */
static inline bool is_boundary (const certifier *c, uint32_t at) {
  uint8_t what = trie_shape (&c->claims.trie, at)->kind;
  return what == SHAPE_OPEN || what == SHAPE_CUT;
}

node_visit *visit_new (certifier *, state *, knowledge *, uint32_t node);
void visit_free (certifier *, node_visit *);

/* Values of a test for the inputs that the state has; it is loaded. */
void certify_load (certifier *, const state *, uint32_t test);

/* Under the values of the path. */
bool certify_holds (certifier *, const node_visit *, term);
uint64_t certify_value (certifier *, const node_visit *, term);

/* Does the loaded test satisfy all constraints? */
bool certify_satisfies (certifier *, knowledge *);

/* The path failed at the place of the state, or the tree as a whole (NULL). */
void certify_fail (certifier *, const state *, const char *fmt, ...)
    __attribute__ ((format (printf, 3, 4)));

/* Something is not exact, there or nowhere (NULL). */
void certify_note_loss (certifier *, const spot *, const char *what);
void certify_note_cause (certifier *, const spot *, const cause *);
spot certify_spot (const state *);

/* The way to a node: the blocks since the decision are those it claims. */
void certify_way (certifier *, const node_visit *);

/* A node that is not explored: count it, name it. */
void certify_boundary (certifier *, uint32_t node, const spot *before);

/* The state of the visit ended. */
void certify_end (certifier *, node_visit *);

/* Fill in the chooser. */
void certify_answer_machine (certifier *);
