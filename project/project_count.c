#include "project/project.h"

#include "context/exit_status.h"
#include "report/verdict.h"

bool job_is_whole (const job *j) {
  run_verdict v;
  if (!j->has_report || j->state != JOB_DONE)
    return false;
  verdict_init (&v, &j->report);
  bool is_whole = !v.n_reasons;
  verdict_release (&v);
  return is_whole;
}

/* All that is missing is allowed. */
static bool is_accepted (const job *j) {
  run_verdict v;
  if (!j->has_report)
    return false;
  verdict_init (&v, &j->report);
  bool is_accepted = v.is_accepted;
  verdict_release (&v);
  return is_accepted;
}

static void count_job (const job *j, project_counts *n) {
  n->kept += j->is_kept;
  n->whole += job_is_whole (j);
  if (!j->has_report)
    return;
  const report *r = &j->report;
  n->tests += r->tests;
  n->complete += r->explored.complete;
  n->error += r->explored.error;
  n->cut += r->explored.cut;
  if (j->is_kept)
    return;
  n->queries += r->work.queries;
  n->solved += r->work.solved;
  n->instructions += r->explored.instructions;
}

project_counts project_count (const project *p) {
  project_counts n = {0};
  for (size_t i = 0; i < p->jobs.len; i++)
    count_job (p->jobs.data + i, &n);
  return n;
}

int project_status (const project *p) {
  if (p->found.count[ERROR_CERTAIN])
    return CLI_FOUND;
  if (p->survey.failed.len)
    return CLI_INCOMPLETE;
  for (size_t i = 0; i < p->jobs.len; i++)
    if (!job_is_whole (p->jobs.data + i) && !is_accepted (p->jobs.data + i))
      return CLI_INCOMPLETE;
  return CLI_OK;
}
