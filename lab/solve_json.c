#include "lab/solve_json.h"

#include "base/clock.h"
#include "context/option_rows.h"

static json_t *value_json (const options *o, const option_row *r) {
  const void *v = const_field (o, r);
  switch (r->kind) {
  case OPTION_FLAG:
    return json_boolean (*(const bool *) v);
  case OPTION_NUMBER:
    return json_integer (*(const int64_t *) v);
  case OPTION_CHOICE:
    return json_string (r->choices[*(const unsigned *) v]);
  case OPTION_TEXT: {
    /* A path need not be UTF-8, JSON must: such a path is left out. */
    json_t *text = *(const char *const *) v
                       ? json_string (*(const char *const *) v)
                       : NULL;
    return text ? text : json_null ();
  }
  case OPTION_SPAN:
    return json_real (clock_seconds (*(const uint64_t *) v));
  case OPTION_SIZE:
    return json_integer ((json_int_t) * (const uint64_t *) v);
  }
  assert (!"option kind");
  return json_null ();
}

json_t *options_json (const options *o, unsigned command) {
  json_t *object = json_object ();
  char name[OPTION_NAME_MAX];
  for_each_option (r) if (r->commands & command)
      json_object_set_new (object, option_name (r, name), value_json (o, r));
  return object;
}

static json_t *rung_json (const rung_stats *r) {
  return json_pack ("{s:I, s:I, s:I, s:I, s:f, s:I}", "queries",
                    (json_int_t) r->queries, "asked", (json_int_t) r->asked,
                    "answered", (json_int_t) r->answered, "wrong",
                    (json_int_t) r->wrong, "time", clock_seconds (r->time),
                    "rests", (json_int_t) r->rests);
}

json_t *stats_json (const stats *s, const extension *x) {
  json_t *object = json_object (), *rungs = json_object ();
  for (rung_kind k = 0; k < N_RUNGS; k++)
    if (rung_name (x, k))
      json_object_set_new (rungs, rung_name (x, k), rung_json (s->rung + k));
  json_object_set_new (object, "rungs", rungs);
#define COUNTER(NAME, PER, HELP) \
  json_object_set_new (object, #NAME, json_integer ((json_int_t) s->NAME));
#define TIMER(NAME, HELP) \
  json_object_set_new (object, #NAME, json_real (clock_seconds (s->NAME)));
#include "context/stats.def"
  return object;
}

static json_t *times_json (phases *p) {
  double total = clock_seconds (phases_total (p));
  json_t *object = json_object ();
  for (int i = 0; i < N_PHASES; i++)
    json_object_set_new (object, phase_name ((phase) i),
                         json_real (clock_seconds (p->time[i])));
  return json_pack ("{s:f, s:o}", "total", total, "by_phase", object);
}

void solve_json (context *c, json_t *o) {
  json_object_set_new (o, "options", options_json (&c->options, COMMAND_SOLVE));
  json_object_set_new (o, "stats", stats_json (&c->stats, c->extension));
  json_object_set_new (o, "time", times_json (&c->phases));
  json_object_set_new (o, "memory_peak",
                       json_integer ((json_int_t) c->memory.peak));
}
