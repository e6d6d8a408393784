#include "lab/published/published.h"

#include "lab/cache/durable.h"
#include "lab/cache/green.h"
#include "lab/cache/greentrie.h"
#include "lab/cache/recal.h"
#include "lab/cache/ubtree.h"
#include "lab/query/query_ladder.h"
#include "lab/query/strategy.h"
#include "lab/technique/technique.h"
#include "ladder/presets.h"

#include <string.h>

/* A technique as a strategy. */

typedef struct technique_strategy {
  strategy base;
  context *context;
  technique *technique;
} technique_strategy;

static technique *of (const strategy *s) {
  return ((const technique_strategy *) s)->technique;
}

/* Techniques have no rungs; their cache is of native conjuncts. */
static rung_kind rung_of (const char *by) {
  return !strcmp (by, "cache")      ? RUNG_NATIVE
         : !strcmp (by, "simplify") ? RUNG_SIMPLIFY
                                    : RUNG_SOLVER;
}

static verdict published_check (strategy *s, size_t n, const term *part,
                                uint64_t deadline) {
  verdict v = technique_check (of (s), n, part, deadline);
  rung_kind by = rung_of (technique_answered_by (of (s)));
  ((technique_strategy *) s)->context->stats.rung[by].queries++;
  return v;
}

static const model *published_get_model (const strategy *s) {
  return technique_model (of (s));
}

static const term_vec *get_core (strategy *s) {
  return technique_core (of (s));
}

static reason get_why (const strategy *s) { return technique_why (of (s)); }
static void published_interrupt (strategy *s) { technique_interrupt (of (s)); }

static void free_strategy (strategy *s) {
  memory *mem = &((technique_strategy *) s)->context->memory;
  technique_free (of (s));
  memory_free (mem, s, sizeof (technique_strategy));
}

static strategy *make_technique (context *c, terms *ts, const preset *p) {
  static const strategy_class class = {.free = free_strategy,
                                       .check = published_check,
                                       .model = published_get_model,
                                       .core = get_core,
                                       .why = get_why,
                                       .interrupt = published_interrupt};
  technique_strategy *s = memory_zalloc (&c->memory, sizeof *s);
  s->base.class = &class;
  s->context = c;
  s->technique = technique_new (&(technique_config) {
      .mem = &c->memory,
      .terms = ts,
      .stats = &c->stats,
      .phases = &c->phases,
      .log = &c->log,
      .kind = (technique_kind) p->variant,
      .backend = c->options.backend,
      .check = (unsigned) c->options.check,
      .memory_limit = c->memory.limit,
      .seed = (unsigned) c->options.seed,
  });
  return &s->base;
}

/* The lists. */

enum {
#define RUNG(NAME, ...) NUMBER_##NAME,
#include "lab/published/published.def"
  N_EXTRA
};

_Static_assert (N_EXTRA <= MAX_EXTRA_RUNGS, "there is room for them");

#define RUNG(NAME, NAME_, PRESET, MAKE, HELP) \
  static rung *make_##NAME_ (const rung_site *site) { \
    return rung_new_durable (site, #NAME_, MAKE (site)); \
  }
#include "lab/published/published.def"

static const rung_row rows[] = {
#define RUNG(NAME, NAME_, PRESET, MAKE, HELP) \
  {#NAME_, HELP, 0, 0, make_##NAME_},
#include "lab/published/published.def"
};

#define TECHNIQUE(NAME, KIND) \
  {.name = NAME, .make = make_technique, .variant = TECHNIQUE_##KIND}

static const preset presets[] = {
    TECHNIQUE ("none", BASELINE),   TECHNIQUE ("baseline", BASELINE),
    TECHNIQUE ("caching", CACHING), TECHNIQUE ("cachingOpt", CACHING_OPT),
    TECHNIQUE ("stack", STACK),     TECHNIQUE ("stackOpt", STACK_OPT),
#define RUNG(NAME, NAME_, PRESET, ...) \
  {.name = PRESET, \
   .rungs = RUNG_BIT (RUNG_EXTRA + NUMBER_##NAME) | RUNG_BIT (RUNG_SUITE), \
   .is_fresh = true},
#include "lab/published/published.def"
};

const extension published = {.n_rungs = N_EXTRA,
                             .rung = rows,
                             .n_presets = sizeof presets / sizeof *presets,
                             .preset = presets,
                             .whole_oracle = query_oracle_new,
                             .test_rule = &published_test_rule};
