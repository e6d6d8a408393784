#include "lab/tables/contest.h"

#include "base/clock.h"
#include "lab/tables/generate.h"
#include "lab/tables/scratch.h"
#include "lab/tables/spf.h"
#include "lab/technique/node_count.h"

static const unsigned lines[CONTEST_SIZES] = {5000, 10000, 20000};

const char *const contest_size_name[CONTEST_SIZES] = {"5K", "10K", "20K"};

const char *const contestant_name[CONTESTANTS] = {
    "baseline", "caching", "cachingOpt", "stack", "stackOpt", "hybrid"};

static const asker_kind asker_at[CONTESTANTS] = {ASK_BASELINE,    ASK_CACHING,
                                                 ASK_CACHING_OPT, ASK_STACK,
                                                 ASK_STACK_OPT,   ASK_HYBRID};

/* Progress of one run. */
typedef struct contest_watch {
  contest_run *run;
  uint64_t budget;
  unsigned sample; /* the next */
} contest_watch;

static void catch_up (contest_watch *w, uint64_t time, uint64_t paths) {
  while (w->sample < CONTEST_SAMPLES &&
         time >= w->budget / CONTEST_SAMPLES * (w->sample + 1))
    w->run->progress[w->sample++] = paths;
}

static void path_ended (void *owner, const spf_counts *n) {
  contest_watch *w = owner;
  catch_up (w, n->time, n->paths ? n->paths - 1 : 0);
}

static status compete (lab *l, const specimen *s, unsigned who, uint64_t time,
                       contest_run *out) {
  contest_watch w = {out, time, 0};
  spf_counts n = {0};
  *out = (contest_run) {0};
  asker *a = asker_new (l, asker_at[who]);
  status st =
      spf_run_within (l, s, a, &(spf_budget) {time, &w, path_ended}, &n);
  asker_free (a);
  out->queries = n.queries;
  out->solved = n.solved;
  out->paths = n.paths;
  out->time = n.time;
  out->asking = n.asking;
  out->reading = n.reading;
  out->building = n.building;
  out->loading = n.loading;
  catch_up (&w, UINT64_MAX, n.paths);
  return st;
}

static status make_program (lab *l, const scratch *d, unsigned size,
                            unsigned number, char_vec *file) {
  text_printf (l->mem, file, "%s/p%u_%u", scratch_path (d), size, number);
  char_vec path = {0};
  text_printf (l->mem, &path, "%s.c", text_c (l->mem, file));
  FILE *to = fopen (text_c (l->mem, &path), "w");
  if (to)
    generate_program (lines[size], (uint64_t) l->context->options.seed + number,
                      to);
  bool is_bad = !to || fclose (to);
  status st = is_bad ? trouble_set (&l->context->trouble, ST_NOWRITE,
                                    "cannot write '%s'", path.data)
                     : ST_OK;
  vec_release (l->mem, &path);
  return st;
}

/* Once more with stack, looking at what it asks. */
static status count_nodes (lab *l, const specimen *s, uint64_t time,
                           contest_nodes *out) {
  spf_counts n = {0};
  node_count all;
  asker *a = asker_new (l, ASK_STACK);
  node_count_init (&all, l->mem, asker_terms (a));
  asker_watch (a, &all);
  status st = spf_run_within (l, s, a, &(spf_budget) {time, NULL, NULL}, &n);
  double constraints = (double) all.constraints;
  *out = (contest_nodes) {all.n_written / constraints,
                          all.n_stack / constraints, all.n_ever / constraints};
  node_count_release (&all);
  asker_free (a);
  return st;
}

static status measure_program (lab *l, contest *c, const scratch *d,
                               unsigned size, unsigned number) {
  char_vec file = {0};
  status st = make_program (l, d, size, number, &file);
  specimen s = {contest_size_name[size], file.data, NULL, 0, NULL};
  for (unsigned who = 0; !st && who < CONTESTANTS; who++) {
    contest_run r;
    log_info (&l->context->log, "%s program %u, %s", s.name, number,
              contestant_name[who]);
    st = compete (l, &s, who, c->budget, &r);
    vec_push (c->mem, &c->run, r);
  }
  if (!st && !number)
    st = count_nodes (l, &s, c->budget, c->nodes + size);
  vec_release (l->mem, &file);
  return st;
}

static status hold (lab *l, contest *c) {
  scratch d;
  status st = scratch_open (l, &d);
  for (unsigned size = 0; !st && size < CONTEST_SIZES; size++)
    for (unsigned i = 0; !st && i < c->programs; i++)
      st = measure_program (l, c, &d, size, i);
  scratch_close (&d);
  return st;
}

status contest_hold (lab *l, const contest **out) {
  if ((*out = l->contest))
    return ST_OK;
  const options *o = &l->context->options;
  contest *c = memory_zalloc (l->mem, sizeof *c);
  c->mem = l->mem;
  c->programs = (unsigned) o->programs;
  c->budget = o->time_budget ? o->time_budget : 2 * CLOCK_SECOND;
  l->contest = c;
  *out = c;
  return hold (l, c);
}

void contest_free (contest *c) {
  if (!c)
    return;
  vec_release (c->mem, &c->run);
  memory_free (c->mem, c, sizeof *c);
}

const contest_run *contest_of (const contest *c, unsigned size, unsigned number,
                               unsigned contestant) {
  size_t i = (size_t) size * c->programs + number;
  return c->run.data + i * CONTESTANTS + contestant;
}
