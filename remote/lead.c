/*     alone     explore for --share-after, from what the last run left in
 *               'place'; done: that was all
 *     begin     program and trie to Redis, units of what is open; members here
 *     follow    take pieces, join them from time to time
 *     end       nothing is left, or the time or the patience of the user is
 *               over: members give back what they have; join all
 *
 * Files lie in OUT/pieces: 0/piece, what was given away; N/piece, what came
 * back; m-N, what members need; 'suite' and 'alone' are on the way. A trie is
 * believed under the name that it was written with, so all are called 'piece'.
 */

#include "remote/lead.h"

#include "base/clock.h"
#include "base/grouped.h"
#include "base/whole_file.h"
#include "cli/cli.h"
#include "remote/gather.h"
#include "remote/member.h"
#include "run/subject.h"

#include <ftw.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOK_EVERY (CLOCK_SECOND / 50)
#define RENEW_EVERY (2 * CLOCK_SECOND)
#define JOIN_EVERY (10 * CLOCK_SECOND)
#define CALLED_OFF (5 * CLOCK_SECOND) /* members give back within this */
#define FOLDER "pieces"
#define REST CLOCK_SECOND
#define DEATHS 3 /* of members here, for each of them */

/* A piece that units still need. */
typedef struct lent {
  blob blob;
  uint32_t n;
} lent;

typedef struct leading {
  context *context;
  memory *mem;
  const run_request *request;
  const char *place;
  const ending_wish *wish;
  exchange *x;
  subject subject;
  program *program;
  char_vec linked;
  char_vec directory, path;
  char_vec files; /* of pieces, each with its NUL */
  uint32_t n_files, n_given_up;
  VEC (lent) lent;
  VEC (pid_t) members;
  uint32_t n_members; /* that were started */
  unsigned deaths;
  uint64_t started, renewed, joined, join_after;
  uint64_t rest; /* for joining once more, and for the run after it */
  labour labour;
} leading;

/* Files. */

static const char *name_file (leading *l, const char *name, uint32_t n) {
  vec_clear (&l->path);
  text_printf (l->mem, &l->path, "%s/%s", text_c (l->mem, &l->directory), name);
  if (n)
    text_printf (l->mem, &l->path, "%u", n);
  return text_c (l->mem, &l->path);
}

/* Whose directory is made. */
static const char *name_piece (leading *l, uint32_t n) {
  vec_clear (&l->path);
  text_printf (l->mem, &l->path, "%s/%u", l->directory.data, n);
  mkdir (text_c (l->mem, &l->path), 0777);
  text_puts (l->mem, &l->path, "/" PIECE);
  return text_c (l->mem, &l->path);
}

static void note_file (leading *l) {
  text_add (l->mem, &l->files, l->path.data, l->path.len + 1);
}

static int remove_one (const char *path, const struct stat *st, int what,
                       struct FTW *at) {
  (void) st;
  (void) what;
  (void) at;
  return remove (path);
}

static void remove_files (leading *l) {
  nftw (text_c (l->mem, &l->directory), remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static status make_directory (leading *l) {
  context *c = l->context;
  text_printf (l->mem, &l->directory, "%s/" FOLDER, c->options.out);
  remove_files (l);
  mkdir (c->options.out, 0777);
  if (mkdir (l->directory.data, 0777))
    return trouble_set (&c->trouble, ST_NOWRITE, "cannot make '%s'",
                        l->directory.data);
  return ST_OK;
}

/* Alone. */

typedef struct alone {
  uint64_t since, time;
} alone;

static bool is_long_enough (void *owner) {
  alone *a = owner;
  if (!a->since)
    a->since = clock_now ();
  return clock_now () - a->since >= a->time;
}

static status explore_alone (leading *l, explore_end *end) {
  context *c = l->context;
  options mine = c->options, o = mine;
  alone a = {.time = o.share_after};
  run_share all = {.trie = l->place};
  run_request q = *l->request;
  report rep;
  run *r;
  o.out = name_file (l, "alone", 0);
  char_vec out = l->path;
  l->path = (char_vec) {0};
  o.jobs = 1;
  o.progress = PROGRESS_NONE;
  context_take_options (c, &o);
  q.may_recall = false;
  q.share = &all;
  q.linked = &l->linked;
  q.is_stale = is_long_enough;
  q.owner = &a;
  status st = run_open (c, &q, &r);
  if (!st) {
    st = cli_explore (r, &rep);
    *end = rep.end;
    l->program = run_take_program (r);
    run_free (r);
  }
  context_take_options (c, &mine);
  vec_release (l->mem, &out);
  return st;
}

/* Giving. */

static status join_pieces (leading *l, const char_vec *files, const char *to) {
  uint64_t since = clock_now ();
  char_vec tests = {0};
  suite_facts facts = subject_facts (&l->subject);
  facts.types = program_types (l->program);
  text_printf (l->mem, &tests, "%s/suite", l->directory.data);
  status st = gather (l->context, l->program, &facts, files,
                      text_c (l->mem, &tests), to);
  vec_release (l->mem, &tests);
  l->rest = REST + 4 * (clock_now () - since);
  return st;
}

static bool give_file (leading *l, const char *path, blob *out) {
  mapped_file f;
  if (!whole_file_map (path, &f))
    return false;
  bool is_there = exchange_put (l->x, f.bytes, f.size, out);
  whole_file_unmap (&f);
  return is_there;
}

static status give_units (leading *l) {
  cut open[UNITS_LEFT];
  fleet_unit u = {.tries = 0};
  const char *base = name_piece (l, 0);
  size_t n = cut_all (l->mem, base, UNITS_LEFT, open);
  bool is_given = give_file (l, base, &u.base);
  vec_push (l->mem, &l->lent, (lent) {u.base, (uint32_t) n});
  for (size_t i = 0; i < n && is_given; i++) {
    u.from = open[i].from;
    u.to = open[i].to;
    is_given = exchange_give (l->x, &u);
  }
  return is_given ? ST_OK
                  : trouble_set (&l->context->trouble, ST_NOWRITE,
                                 "Redis does not take what is to be shared");
}

static status begin_run (leading *l) {
  context *c = l->context;
  blob bitcode;
  char_vec first = {0}, text = {0};
  text_add (l->mem, &first, l->place, strlen (l->place) + 1);
  status st = join_pieces (l, &first, name_piece (l, 0));
  note_file (l);
  if (!st) {
    exchange_name_run (l->x);
    bool is_put = exchange_put (l->x, l->linked.data, l->linked.len, &bitcode);
    member_describe (c, l->request, &bitcode, &text);
    if (!text.len)
      st = trouble_set (&c->trouble, ST_UNSUPPORTED,
                        "arguments that are not UTF-8 cannot be shared with "
                        "other machines");
    else if (!is_put || !exchange_begin (l->x, text_c (l->mem, &text)))
      st = trouble_set (&c->trouble, ST_NOWRITE,
                        "Redis does not take what is to be shared");
  }
  if (!st)
    st = give_units (l);
  vec_release (l->mem, &first, &text);
  return st;
}

/* Members here. */

static _Noreturn void be_member (leading *l, uint32_t number) {
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  member_config config = {.context = l->context,
                          .exchange = l->x,
                          .program = l->program,
                          .request = l->request,
                          .wish = l->wish,
                          .directory = name_file (l, "m-", number)};
  if (!mkdir (config.directory, 0777) && exchange_reopen (l->x))
    member_work (&config);
  fflush (NULL);
  _exit (0);
}

static void start_member (leading *l) {
  uint32_t number = ++l->n_members;
  fflush (NULL);
  pid_t pid = fork ();
  if (!pid)
    be_member (l, number);
  if (pid > 0)
    vec_push (l->mem, &l->members, pid);
}

static void see_members (leading *l, bool goes_on) {
  for (size_t i = 0; i < l->members.len; i++) {
    int how;
    if (waitpid (l->members.data[i], &how, WNOHANG) <= 0)
      continue;
    l->members.data[i--] = vec_last (&l->members);
    l->members.len--;
    bool is_dead = !WIFEXITED (how) || WEXITSTATUS (how);
    if (goes_on && is_dead &&
        l->deaths++ < DEATHS * (unsigned) l->context->options.jobs)
      start_member (l);
  }
}

/* Pieces. */

static void give_back_lent (leading *l, const blob *b) {
  for (size_t i = 0; i < l->lent.len; i++)
    if (!strcmp (l->lent.data[i].blob.name, b->name) && !--l->lent.data[i].n) {
      exchange_drop (l->x, b);
      l->lent.data[i] = vec_last (&l->lent);
      l->lent.len--;
      return;
    }
}

static void add_labour (labour *all, const labour *more) {
  all->time += more->time;
  all->instructions += more->instructions;
  all->queries += more->queries;
  all->solved += more->solved;
}

static void take_piece (leading *l, const piece *p) {
  char_vec bytes = {0};
  trouble why = {0};
  give_back_lent (l, &p->base);
  add_labour (&l->labour, &p->labour);
  if (*p->found.name && exchange_get (l->x, &p->found, &bytes) &&
      !whole_file_write (name_piece (l, ++l->n_files), bytes.data, bytes.len,
                         &why))
    note_file (l);
  else
    l->n_given_up++;
  if (p->n_left)
    vec_push (l->mem, &l->lent, (lent) {p->found, p->n_left});
  else if (*p->found.name)
    exchange_drop (l->x, &p->found);
  vec_release (l->mem, &bytes);
}

static size_t take_pieces (leading *l) {
  piece p;
  size_t n = 0;
  while (exchange_next_piece (l->x, &p)) {
    take_piece (l, &p);
    n++;
  }
  return n;
}

/* What there is so far, for a run after a kill. */
static void join_sometimes (leading *l) {
  uint64_t now = clock_now ();
  if (now - l->joined < l->join_after)
    return;
  if (join_pieces (l, &l->files, l->place)) {
    log_warning (&l->context->log, "%s", trouble_text (&l->context->trouble));
    trouble_clear (&l->context->trouble);
  }
  l->joined = clock_now ();
  uint64_t took = l->joined - now;
  l->join_after = 50 * took > JOIN_EVERY ? 50 * took : JOIN_EVERY;
}

/* The rest of the time is for the end. */
static bool is_late (const leading *l) {
  uint64_t budget = l->context->options.time_budget;
  return budget && clock_now () - l->started + l->rest > budget / 100 * 95;
}

static bool has_lost_redis (leading *l) {
  uint64_t now = clock_now ();
  if (now - l->renewed < RENEW_EVERY)
    return false;
  l->renewed = now;
  return !exchange_renew (l->x);
}

static void tell_user (const leading *l, const char *text) {
  log_warning (&l->context->log, "%s", text);
}

/* False: members are to give back what they have. */
static bool follow_members (leading *l) {
  while (!exchange_is_done (l->x)) {
    take_pieces (l);
    see_members (l, true);
    join_sometimes (l);
    if (l->wish->is_told || is_late (l))
      return false;
    if (has_lost_redis (l)) {
      tell_user (l, "Redis has lost this run; what is missing is explored "
                    "here");
      return false;
    }
    if (!l->members.len) {
      tell_user (l, "all processes here have ended; what is missing is "
                    "explored by another one");
      return false;
    }
    nanosleep (&(struct timespec) {0, LOOK_EVERY}, NULL);
  }
  return true;
}

static void end_members (leading *l, bool is_done) {
  uint64_t since = clock_now ();
  exchange_call_off (l->x);
  for (size_t i = 0; i < l->members.len; i++)
    kill (l->members.data[i], SIGTERM);
  while (clock_now () - since < CALLED_OFF && !is_done &&
         !exchange_is_quiet (l->x)) {
    take_pieces (l);
    nanosleep (&(struct timespec) {0, LOOK_EVERY}, NULL);
  }
  take_pieces (l);
  while (l->members.len && clock_now () - since < 2 * CALLED_OFF) {
    see_members (l, false);
    nanosleep (&(struct timespec) {0, LOOK_EVERY}, NULL);
  }
  for (size_t i = 0; i < l->members.len; i++) {
    kill (l->members.data[i], SIGKILL);
    waitpid (l->members.data[i], NULL, 0);
  }
}

static status lead_members (leading *l) {
  l->wish->begin ();
  l->renewed = l->joined = clock_now ();
  l->join_after = JOIN_EVERY;
  for (int64_t i = 0; i < l->context->options.jobs; i++)
    start_member (l);
  bool is_done = follow_members (l);
  end_members (l, is_done);
  status st = join_pieces (l, &l->files, l->place);
  exchange_end (l->x);
  log_info (&l->context->log,
            "the fleet explored %s piece%s in %.1f s of processor time: %s "
            "instructions, %s queries, %s needed a solver",
            GROUPED (l->n_files), plural (l->n_files),
            clock_seconds (l->labour.time), GROUPED (l->labour.instructions),
            GROUPED (l->labour.queries), GROUPED (l->labour.solved));
  return st;
}

static void leading_release (leading *l) {
  exchange_close (l->x);
  program_free (l->program);
  subject_release (&l->subject);
  if (l->directory.len)
    remove_files (l);
  vec_release (l->mem, &l->linked, &l->directory, &l->path, &l->files);
  vec_release (l->mem, &l->lent, &l->members);
}

status lead_run (context *c, const run_request *q, const char *file,
                 const ending_wish *wish, uint64_t *rest) {
  leading l = {.context = c,
               .mem = &c->memory,
               .request = q,
               .place = file,
               .wish = wish,
               .started = clock_now ()};
  explore_end end = EXPLORE_DONE;
  status st;
  TRY (subject_init (&l.subject, c, q->input, q->argc, q->argv));
  TRY (exchange_open (c, c->options.fleet, &l.x));
  TRY (make_directory (&l));
  TRY (explore_alone (&l, &end));
  if (end == EXPLORE_DONE || end == EXPLORE_COVERED || end == EXPLORE_TARGET)
    goto out;
  TRY (begin_run (&l));
  st = lead_members (&l);
out:
  *rest = l.rest;
  leading_release (&l);
  return st;
}
