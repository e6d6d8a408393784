#include "ladder/presets.h"

#define R(NAME) (1u << RUNG_##NAME)

/* All of ours. The published caches have their own. */
#define HYBRID \
  (R (WITNESS) | R (NATIVE) | R (REDUCE) | R (EXACT) | R (STORED) | \
   R (IMPLIED) | R (MODELS) | R (SUITE) | R (ENUMERATE) | R (CLIMB))

static const preset presets[PRESET_COUNT] = {
    [PRESET_NONE] = {true, TECHNIQUE_BASELINE, 0, true},
    [PRESET_BASELINE] = {true, TECHNIQUE_BASELINE, 0, true},
    [PRESET_CACHING] = {true, TECHNIQUE_CACHING, 0, true},
    [PRESET_CACHING_OPT] = {true, TECHNIQUE_CACHING_OPT, 0, true},
    [PRESET_STACK] = {true, TECHNIQUE_STACK, 0, false},
    [PRESET_STACK_OPT] = {true, TECHNIQUE_STACK_OPT, 0, false},
    [PRESET_GREEN] = {.rungs = R (GREEN) | R (SUITE), .fresh = true},
    [PRESET_KLEE] = {.rungs = R (UBTREE) | R (SUITE), .fresh = true},
    [PRESET_GREENTRIE] = {.rungs = R (GREENTRIE) | R (SUITE), .fresh = true},
    [PRESET_RECAL] = {.rungs = R (RECAL) | R (SUITE), .fresh = true},
    [PRESET_HYBRID] = {.rungs = HYBRID},
};

static unsigned switched_off (const options *o) {
  unsigned off = 0;
  off |= o->rung_witness ? 0 : R (WITNESS);
  off |= o->rung_native ? 0 : R (NATIVE);
  off |= o->rung_reduce ? 0 : R (REDUCE);
  off |= o->rung_exact ? 0 : R (EXACT);
  off |= o->rung_stored ? 0 : R (STORED);
  off |= o->rung_implied ? 0 : R (IMPLIED);
  off |= o->rung_models ? 0 : R (MODELS);
  off |= o->rung_suite ? 0 : R (SUITE);
  off |= o->rung_enumerate ? 0 : R (ENUMERATE);
  off |= o->rung_climb ? 0 : R (CLIMB);
  return off;
}

preset preset_of (const options *o) {
  preset_kind k = o->preset != PRESET_HYBRID ? o->preset : o->technique;
  preset p = presets[k];
  p.rungs &= ~switched_off (o);
  return p;
}
