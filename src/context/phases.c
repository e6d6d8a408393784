#include "context/phases.h"

#include "base/clock.h"

#include <assert.h>
#include <inttypes.h>

static const char *const names[] = {
#define PHASE(NAME, NAME_, HELP) #NAME_,
#include "context/phases.def"
    "other"};

static const char *const helps[] = {
#define PHASE(NAME, NAME_, HELP) HELP,
#include "context/phases.def"
    "everything else"};

static void charge (phases *p) {
  uint64_t now = clock_now ();
  assert (p->since && p->since <= now); /* phases_init */
  p->time[p->stack[p->depth]] += now - p->since;
  p->since = now;
}

void phases_init (phases *p) {
  *p = (phases) {.since = clock_now (), .stack = {PHASE_OTHER}};
}

void phase_start (phases *p, phase which) {
  assert (which < PHASE_OTHER); /* that is where none is */
  assert (p->depth < MAX_PHASE_DEPTH);
  charge (p);
  p->stack[++p->depth] = which;
  p->starts[which]++;
}

void phase_stop (phases *p, phase which) {
  assert (p->depth && p->stack[p->depth] == which);
  (void) which;
  charge (p);
  p->depth--;
}

const char *phase_name (phase which) {
  assert (which < N_PHASES);
  return names[which];
}

uint64_t phases_total (phases *p) {
  uint64_t sum = 0;
  charge (p);
  for (int i = 0; i < N_PHASES; i++)
    sum += p->time[i];
  return sum - p->elsewhere;
}

void phases_since (phases *p, const phases *before, uint64_t out[N_PHASES]) {
  charge (p);
  assert (before->since <= p->since);
  for (int i = 0; i < N_PHASES; i++)
    out[i] = p->time[i] - before->time[i];
}

void phases_absorb (phases *p, const uint64_t time[N_PHASES]) {
  for (int i = 0; i < N_PHASES; i++) {
    p->time[i] += time[i];
    p->elsewhere += time[i];
  }
}

void phases_waited (phases *p, uint64_t since) {
  charge (p);
  assert (since <= p->since);
  p->time[p->stack[p->depth]] -= p->since - since;
  p->elsewhere -= p->since - since;
}

void phases_print (phases *p, FILE *file) {
  double total = clock_seconds (phases_total (p));
  double all = total + clock_seconds (p->elsewhere);
  for (int i = 0; i < N_PHASES; i++)
    if (p->time[i] && (p->starts[i] || i == PHASE_OTHER)) {
      double seconds = clock_seconds (p->time[i]);
      fprintf (file, "%-20s %14.3f s %5.1f %% %s\n", names[i], seconds,
               100 * seconds / all, helps[i]);
    }
  fprintf (file, "%-20s %14.3f s\n", "total", total);
}
