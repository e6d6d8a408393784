#include "lab/tables/ablation.h"

#include "base/suggest.h"

typedef struct switchable {
  const char *name;
  size_t option; /* where its flag is in the options */
} switchable;

static const switchable rungs[] = {
#define RUNG(NAME, NAME_, ...) {#NAME_, offsetof (options, rung_##NAME_)},
#define FIXED(...)
#include "context/rungs.def"
};

#define N_SWITCHABLE (sizeof rungs / sizeof *rungs)

static bool *flag_of (options *o, const switchable *s) {
  return (bool *) ((char *) o + s->option);
}

static status unknown_rung (context *c, const char *name, int len) {
  char_vec word = {0};
  text_printf (&c->memory, &word, "%.*s", len, name);
  suggestion near = {.word = text_c (&c->memory, &word)};
  for (size_t i = 0; i < N_SWITCHABLE; i++)
    suggest (&near, rungs[i].name);
  status st = trouble_set (&c->trouble, ST_USAGE,
                           "no rung '%s' can be switched off%s%s%s", word.data,
                           near.best ? ", did you mean '" : "",
                           near.best ? near.best : "", near.best ? "'?" : "");
  vec_release (&c->memory, &word);
  return st;
}

static status set_rung (context *c, const char *name, size_t len, bool is_on) {
  for (size_t i = 0; i < N_SWITCHABLE; i++)
    if (strlen (rungs[i].name) == len && !memcmp (rungs[i].name, name, len)) {
      *flag_of (&c->draft, rungs + i) = is_on;
      return ST_OK;
    }
  return unknown_rung (c, name, (int) len);
}

static status set_rungs (context *c, const char *list, bool is_on) {
  status st = ST_OK;
  for (const char *at = list; !st && *at;) {
    size_t len = strcspn (at, ",");
    st = set_rung (c, at, len, is_on);
    at += len + (at[len] == ',');
  }
  return st;
}

status ablation_apply (context *c) {
  const char *only = c->options.only, *without = c->options.without;
  for (size_t i = 0; only && i < N_SWITCHABLE; i++)
    *flag_of (&c->draft, rungs + i) = false;
  status st = only ? set_rungs (c, only, true) : ST_OK;
  return st || !without ? st : set_rungs (c, without, false);
}

void ablation_note (const context *c, table *t) {
  if (c->options.only)
    table_add_note (t, "hybrid: of the rungs that can be switched off, only %s",
                    c->options.only);
  if (c->options.without)
    table_add_note (t, "hybrid: without %s", c->options.without);
}
