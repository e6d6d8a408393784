#include "report/report.h"

void report_take_losses (memory *mem, const program *p, const explorer *e,
                         report_loss_vec *out) {
  const loss *l;
  size_t n = explorer_losses (e, &l);
  for (size_t i = 0; i < n; i++)
    if (l[i].count) /* it was not taken back */
      vec_push (mem, out,
                (report_loss) {.cause = l[i].cause,
                               .file = program_file (p, l[i].place.file),
                               .function = l[i].function,
                               .line = l[i].place.line,
                               .count = l[i].count});
}

void report_take_work (report *r, context *c) {
  report_work *w = &r->work;
  w->queries = c->stats.queries;
  w->solved = c->stats.rung[RUNG_SOLVER].queries;
  w->n_rungs = 0;
  for (int k = 0; k < N_RUNGS; k++)
    if (c->stats.rung[k].queries)
      w->rung[w->n_rungs++] = (json_count) {
          rung_name (c->extension, (rung_kind) k), c->stats.rung[k].queries};
  w->total = phases_total (&c->phases);
  memcpy (w->time, c->phases.time, sizeof w->time);
  w->memory_peak = c->memory.peak;
}
