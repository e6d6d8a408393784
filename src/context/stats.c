#include "context/stats.h"

#include "base/clock.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>

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

const char *rung_name (const extension *x, rung_kind k) {
  static const char *const names[N_RUNGS] = {
#define RUNG(NAME, NAME_, ...) [RUNG_##NAME] = #NAME_,
#include "context/rungs.def"
  };
  assert (k < N_RUNGS);
  bool is_extra = x && k >= RUNG_EXTRA && k - RUNG_EXTRA < x->n_rungs;
  return is_extra ? x->rung[k - RUNG_EXTRA].name : names[k];
}

static void print_rungs (const stats *s, const extension *x, FILE *file) {
  fprintf (file, "%-12s %10s %10s %10s %10s %6s\n", "rung", "queries",
           "problems", "answered", "time", "rests");
  for (rung_kind k = 0; k < N_RUNGS; k++) {
    const rung_stats *r = s->rung + k;
    if (r->asked || r->queries)
      fprintf (file,
               "%-12s %10" PRIu64 " %10" PRIu64 " %10" PRIu64
               " %8.3f s %6" PRIu64 "\n",
               rung_name (x, k), r->queries, r->asked, r->answered,
               clock_seconds (r->time), r->rests);
  }
}

void stats_print (const stats *s, const extension *x, FILE *file) {
  print_rungs (s, x, file);
  const uint64_t none = 0;
#define PER_none none
#define PER_queries s->queries
#define COUNTER(NAME, PER, HELP) \
  print_counter (file, #NAME, s->NAME, PER_##PER, HELP);
#define TIMER(NAME, HELP) print_timer (file, #NAME, s->NAME, HELP);
#include "context/stats.def"
}
