#include "ladder/presets.h"

#include "base/suggest.h"
#include "ladder/solving.h"
#include "store/recall.h"

#define OURS "hybrid"

/* All rungs, from top to bottom: the architecture of the ladder. */
static const rung_row rows[N_RUNGS] = {
#define RUNG(NAME, NAME_, WORTH, TRAITS, MAKE, COMMANDS, HELP) \
  [RUNG_##NAME] = {#NAME_, HELP, WORTH, TRAITS, MAKE},
#include "context/rungs.def"
};

static const rung_set fixed = 0
#define RUNG(...)
#define FIXED(NAME, ...) | RUNG_BIT (RUNG_##NAME)
#include "context/rungs.def"
    ;

static const preset hybrid = {.name = OURS, .rungs = 0
#define RUNG(NAME, ...) | RUNG_BIT (RUNG_##NAME)
#include "context/rungs.def"
};

const rung_row *preset_row (const extension *x, rung_kind k) {
  assert (k < N_RUNGS);
  if (k < RUNG_EXTRA || k > RUNG_LAST_EXTRA)
    return rows + k;
  return x && k - RUNG_EXTRA < x->n_rungs ? x->rung + (k - RUNG_EXTRA) : NULL;
}

static rung_set switched_off (const options *o) {
  return 0
#define RUNG(NAME, NAME_, ...) | (o->rung_##NAME_ ? 0 : RUNG_BIT (RUNG_##NAME))
#define FIXED(...)
#include "context/rungs.def"
      ;
}

/* The option that says something other than the default. */
static const char *wanted (const options *o) {
  return strcmp (o->preset, OURS) ? o->preset : o->technique;
}

static const preset *presets_find (const extension *x, const char *name) {
  if (!strcmp (name, OURS))
    return &hybrid;
  for (unsigned i = 0; x && i < x->n_presets; i++)
    if (!strcmp (x->preset[i].name, name))
      return x->preset + i;
  return NULL;
}

preset preset_of (const context *c) {
  const preset *found = presets_find (c->extension, wanted (&c->options));
  assert (found);
  preset p = *found;
  p.rungs = (p.rungs & ~switched_off (&c->options)) | fixed;
  return p;
}

static status unknown_preset (context *c, const char *name) {
  const extension *x = c->extension;
  suggestion near = {.word = name};
  suggest (&near, OURS);
  for (unsigned i = 0; x && i < x->n_presets; i++)
    suggest (&near, x->preset[i].name);
  return trouble_set (&c->trouble, x ? ST_USAGE : ST_ELSEWHERE,
                      near.best ? "there is no preset '%s', did you mean '%s'?"
                                : "there is no preset '%s'",
                      name, near.best);
}

status preset_check (context *c) {
  const options *o = &c->options;
  bool has_both = strcmp (o->preset, OURS) && strcmp (o->technique, OURS);
  if (!presets_find (c->extension, o->preset))
    return unknown_preset (c, o->preset);
  if (!presets_find (c->extension, o->technique))
    return unknown_preset (c, o->technique);
  if (has_both && strcmp (o->preset, o->technique))
    return trouble_set (
        &c->trouble, ST_USAGE,
        "--preset and --technique contradict each other; give one of them");
  return ST_OK;
}
