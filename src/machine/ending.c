#include "machine/ending.h"

/* Names and classes, by number. */

static const struct {
  const char *name;
  reason_class class;
} reasons[WHY_COUNT] = {
#define REASON(NAME, CLASS, template) [WHY_##NAME] = {#NAME, CLASS_##CLASS},
#include "machine/reasons.def"
};

reason_class reason_class_of (end_reason r) {
  assert (r < WHY_COUNT);
  return reasons[r].class;
}

const char *reason_name (end_reason r) {
  assert (r < WHY_COUNT);
  return reasons[r].name;
}

static const struct {
  const char *name, *help;
  class_weight weight;
} classes[CLASS_COUNT] = {
#define CLASS(NAME, name, WEIGHT, help) \
  [CLASS_##NAME] = {name, help, WEIGHT_##WEIGHT},
#include "machine/classes.def"
};

const char *class_name (reason_class k) {
  assert (k < CLASS_COUNT);
  return classes[k].name;
}

const char *class_help (reason_class k) {
  assert (k < CLASS_COUNT);
  return classes[k].help;
}

class_weight class_weight_of (reason_class k) {
  assert (k < CLASS_COUNT);
  return classes[k].weight;
}

static const struct {
  const char *name, *text;
} faults[FAULT_COUNT] = {
    [FAULT_NONE] = {"none", "no fault"},
#define FAULT(NAME, name, text) [FAULT_##NAME] = {#name, text},
#include "machine/faults.def"
};

const char *fault_name (fault_kind f) {
  assert (f < FAULT_COUNT);
  return faults[f].name;
}

const char *fault_text (fault_kind f) {
  assert (f < FAULT_COUNT);
  return faults[f].text;
}

/* Causes. */

static bool is_same_text (const char *a, const char *b) {
  return a == b || (a && b && !strcmp (a, b));
}

bool cause_is_same (const cause *a, const cause *b) {
  bool is_same = a->reason == b->reason;
  for (int i = 0; is_same && i < CAUSE_PARTS; i++)
    is_same = a->form[i] == b->form[i] && a->value[i] == b->value[i] &&
              is_same_text (a->text[i], b->text[i]);
  return is_same;
}

uint64_t cause_hash (const cause *c) {
  uint64_t h = c->reason;
  for (int i = 0; i < CAUSE_PARTS; i++) {
    h = hash_mix (hash_mix (h, c->form[i]), c->value[i]);
    if (c->text[i])
      h = hash_mix (h, hash_bytes (c->text[i], strlen (c->text[i])).lo);
  }
  return h;
}

cause cause_copy (arena *to, const cause *c) {
  cause copy = *c;
  for (int i = 0; i < CAUSE_PARTS; i++)
    if (c->text[i])
      copy.text[i] = arena_string (to, c->text[i], strlen (c->text[i]));
  return copy;
}

cause ending_cause (const ending *e) {
  return e->detail ? e->detail->cause : cause_of (WHY_NONE);
}
