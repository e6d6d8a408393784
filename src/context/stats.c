#include "context/stats.h"

#include "base/clock.h"

#include <inttypes.h>

static void print_counter (FILE *file, const char *name, uint64_t n,
                           uint64_t per, const char *help) {
  if (!n)
    return;
  fprintf (file, "%-20s %14" PRIu64, name, n);
  if (per)
    fprintf (file, " %6.1f %%", 100.0 * (double) n / (double) per);
  else
    fprintf (file, " %8s", "");
  fprintf (file, "  %s\n", help);
}

static void print_timer (FILE *file, const char *name, uint64_t ns,
                         const char *help) {
  if (ns)
    fprintf (file, "%-20s %14.3f s        %s\n", name, clock_seconds (ns),
             help);
}

void stats_print (const stats *s, FILE *file) {
  const uint64_t none = 0;
#define PER_none none
#define PER_queries s->queries
#define COUNTER(NAME, PER, HELP) \
  print_counter (file, #NAME, s->NAME, PER_##PER, HELP);
#define TIMER(NAME, HELP) print_timer (file, #NAME, s->NAME, HELP);
#include "context/stats.def"
#undef COUNTER
#undef TIMER
}

json_t *stats_json (const stats *s) {
  json_t *object = json_object ();
#define COUNTER(NAME, PER, HELP) \
  json_object_set_new (object, #NAME, json_integer ((json_int_t) s->NAME));
#define TIMER(NAME, HELP) \
  json_object_set_new (object, #NAME, json_real (clock_seconds (s->NAME)));
#include "context/stats.def"
#undef COUNTER
#undef TIMER
  return object;
}
