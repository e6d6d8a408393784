#include "base/clock.h"
#include "base/grouped.h"
#include "report/report.h"

#include <unistd.h>

#define LINE_EVERY (CLOCK_SECOND / 10)
#define JSON_EVERY CLOCK_SECOND
#define LOG_EVERY (60 * CLOCK_SECOND) /* where lines stay */
#define SHORT CLOCK_SECOND            /* the summary comes soon enough */

void progress_init (progress *p, const context *c) {
  progress_kind which = c->options.progress;
  bool is_terminal = isatty (STDERR_FILENO);
  if (which == PROGRESS_AUTO && c->options.quiet)
    which = PROGRESS_NONE;
  *p = (progress) {.kind = which,
                   .is_terminal = is_terminal,
                   .every = which == PROGRESS_JSON ? JSON_EVERY
                            : is_terminal          ? LINE_EVERY
                                                   : LOG_EVERY,
                   .started = clock_now (),
                   .last = clock_now (),
                   .budget = c->options.time_budget};
}

void progress_erase (progress *p) {
  if (p->is_shown)
    fputs ("\r\033[K", stderr);
  p->is_shown = false;
}

static void close_untold (progress *p, FILE *to) {
  if (!p->untold)
    return;
  fclose (p->untold);
  if (to)
    fputs (p->text, to);
  free (p->text);
  p->untold = NULL;
}

/* Errors of a short run are in its summary alone. */
static void tell_untold (progress *p) {
  if (!p->untold || clock_now () - p->started < SHORT)
    return;
  progress_erase (p);
  close_untold (p, stderr);
}

void progress_end (progress *p) {
  progress_erase (p);
  close_untold (p, NULL);
}

static double covered_share (const machine *m) {
  uint32_t n, hit = 0;
  const uint8_t *blocks = machine_covered (m, &n);
  for (uint32_t i = 0; i < n; i++)
    hit += blocks[i / 8] >> i % 8 & 1;
  return n ? 100.0 * hit / n : 0;
}

static double without_solver (const stats *s) {
  uint64_t solved = s->rung[RUNG_SOLVER].queries;
  return s->queries
             ? 100.0 * (double) (s->queries - solved) / (double) s->queries
             : 100.0;
}

static void show_line (progress *p, const context *c, const explored *x,
                       const machine *m, double seconds) {
  assert (seconds > 0); /* LINE_EVERY has passed */
  fprintf (stderr,
           "%s%llu paths, %llu errors, %zu waiting, %.0f %% of blocks, "
           "%.0f queries/s, %.1f %% without solver, %.0f s",
           p->is_terminal ? "\r\033[K" : "",
           (llu) (x->complete + x->error + x->cut), (llu) x->error, x->live,
           covered_share (m), (double) c->stats.queries / seconds,
           without_solver (&c->stats), seconds);
  if (p->budget) {
    double left = clock_seconds (p->budget) - seconds;
    fprintf (stderr, ", %.0f s left", left > 0 ? left : 0);
  }
  if (!p->is_terminal)
    fputc ('\n', stderr);
  fflush (stderr);
  p->is_shown = p->is_terminal;
}

static void show_json (const context *c, const explored *x, const machine *m,
                       double seconds) {
  fprintf (stderr,
           "{\"seconds\": %.3f, \"complete\": %llu, \"error\": %llu, "
           "\"cut\": %llu, \"waiting\": %zu, \"blocks_percent\": %.2f, "
           "\"queries\": %llu, \"without_solver_percent\": %.2f, "
           "\"instructions\": %llu, \"memory\": %zu}\n",
           seconds, (llu) x->complete, (llu) x->error, (llu) x->cut, x->live,
           covered_share (m), (llu) c->stats.queries,
           without_solver (&c->stats), (llu) x->instructions, c->memory.live);
}

void progress_show (progress *p, const context *c, const explored *x,
                    const machine *m) {
  uint64_t now = clock_now ();
  tell_untold (p);
  if (p->kind == PROGRESS_NONE || now - p->last < p->every)
    return;
  p->last = now;
  double seconds = clock_seconds (now - p->started);
  if (p->kind == PROGRESS_JSON)
    show_json (c, x, m, seconds);
  else
    show_line (p, c, x, m, seconds);
}

void progress_tell (progress *p, const testcase *t) {
  assert (t->end.kind == END_FAULT);
  if (p->kind != PROGRESS_AUTO || t->end.fault == FAULT_DIFFERENT)
    return; /* what differs is told at the end */
  if (!p->untold)
    p->untold = open_memstream (&p->text, &p->size);
  if (!p->untold)
    return;
  char_vec only_if = {0};
  fputs (choices_class (t, &only_if) ? "possible misuse: " : "error: ",
         p->untold);
  vec_release (NULL, &only_if);
  report_print_fault (&t->end, p->untold);
  fputc ('\n', p->untold);
  tell_untold (p);
}
