#pragma once

/* Canonisation as in Green, which is also what GreenTrie and its KLEE-like
 * store begin with. Each linear integer conjunct becomes
 *
 *     sum of coefficient * variable, by name, + constant  relation  0
 *
 * written as fully bracketed text. The conjuncts are sorted by that text with
 * the names and relations they came with; variables are then renamed v0, v1,
 * ... in the order of occurrence, and strict relations removed. So names
 * decide the order and the order decides the new names: the same constraint
 * under other names can have another key. This is their weakness and is kept
 * here, to reproduce their numbers; logic/form.h is without it.
 *
 * What a conjunct "came with" is what the term says. Building simplifies
 * (x > 0 becomes 1 <= x), so that the papers' own counts need terms that were
 * not simplified (terms.simplify, term_intern). Not (a <= b) is read as a > b,
 * and a constant is read as standing at the right.
 *
 * A conjunct that is not linear over integer variables is its whole text
 * (lab/cache/spell.h), renamed in the same way, and has no constant.
 *
 * Papers: Visser et al., "Green: reducing, reusing and recycling constraints
 * in program analysis"; Jia et al., GreenTrie, sections 2 and 3.
 */

#include "reuse/rung.h"

typedef enum green_relation {
  GREEN_EQ,
  GREEN_NE,
  GREEN_LT,
  GREEN_LE,
  GREEN_GT,
  GREEN_GE,
  GREEN_OPAQUE
} green_relation;

typedef struct green_atom {
  green_relation relation; /* not LT or GT; GE only in GREEN_SIGNED */
  num constant;            /* prefix + constant relation 0 */
  const char *prefix;      /* renamed; an opaque atom is all prefix */
  const char *text;        /* renamed, of all of it */
} green_atom;

typedef enum green_style {
  GREEN_PLAIN, /* Green: "at least" becomes "at most"; no "+0" */
  GREEN_SIGNED /* GreenTrie: first coefficient positive; always a constant */
} green_style;

typedef struct green_key {
  size_t n;         /* not 0: true and false are opaque atoms, stored like
                       others as the prototypes do */
  green_atom *atom; /* PLAIN: in the order of the first sort; SIGNED: sorted
                       again by the renamed text */
  size_t n_vars;
  const term *var; /* number -> variable */
} green_key;

/* Everything handed out is in the arena of the bench. */
void green_canonise (problem *, memory *, green_style, green_key *out);

/* "(P+c)<=0" and the like, in the arena. */
const char *green_text (arena *, memory *, green_style, green_relation,
                        const char *prefix, num constant);

rung *rung_new_green (const rung_site *);
