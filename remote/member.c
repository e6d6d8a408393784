/* A unit is explored by a fork of the member, which has the program already:
 *
 *     member      takes a unit, writes its trie, forks; meanwhile says that it
 *                 is alive, notes what the fork has saved, sees who waits
 *     fork        goes on with the trie (run_share), which it saves about once
 *                 a second; ends when it is done, or wanted to
 *     member      gives back the trie, and what is still open in it
 */

#include "remote/member.h"

#include "base/build_identity.h"
#include "base/clock.h"
#include "base/whole_file.h"
#include "cli/cli.h"
#include "run/subject.h"

#include <errno.h>
#include <jansson.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MS (CLOCK_SECOND / 1000)
#define LOOK_EVERY (10 * MS)
#define ALIVE_EVERY (500 * MS)
#define SEE_EVERY (100 * MS) /* who waits */
#define NOTE_EVERY CLOCK_SECOND
#define STOPS_WITHIN (2 * CLOCK_SECOND) /* else what it has saved counts */
#define STUBBORN CLOCK_SECOND           /* without an end of a path */
#define PAUSE (200 * MS)                /* where there is no run */
#define MOST_TRIES 3
#define PARTS 4

/* What the fork and the member see of each other. */
typedef struct unit_window {
  volatile int is_wanted; /* to end, if there is something to share ... */
  volatile int is_told;   /* ... or anyway */
  volatile int has_ended; /* some path has */
  labour labour;
} unit_window;

typedef struct member {
  member_config config;
  context *context;
  memory *mem;
  exchange *x;
  unit_window *window;
  options own; /* of the worker, or of the run that is led */
  program *program;
  run_request request;
  char_vec base, unit, out; /* paths */
  char_vec bytes;
  uint64_t n_done;

  /* Of a run that was joined. */
  json_t *run;
  char_vec linked, list, refused;
  VEC (char *) argv;
} member;

static bool is_told_to_end (const member *m) { return m->config.wish->is_told; }

static void member_sleep (uint64_t ns) {
  nanosleep (&(struct timespec) {0, (long) ns}, NULL);
}

/* Runs. */

void member_describe (context *c, const run_request *q, const blob *bitcode,
                      char_vec *out) {
  memory *mem = &c->memory;
  char_vec build = {0}, list = {0};
  json_t *args = json_array ();
  build_identity (mem, &build);
  options_list (&c->options, mem, EFFECT_SHAPE | EFFECT_LIMIT, &list);
  for (int i = 0; i < q->argc; i++)
    json_array_append_new (args, json_string (q->argv[i]));
  json_t *o = json_pack (
      "{s:s, s:s, s:s, s:o, s:s, s:I, s:s}", "build", text_c (mem, &build),
      "input", q->input, "options", list.data, "arguments", args, "program",
      bitcode->name, "size", (json_int_t) bitcode->size, "tag", bitcode->tag);
  char *text = o ? json_dumps (o, JSON_COMPACT) : NULL;
  if (text)
    text_puts (mem, out, text);
  free (text);
  json_decref (o);
  vec_release (mem, &build, &list);
}

static void release_run (member *m) {
  if (!m->run)
    return;
  program_free (m->program);
  m->program = NULL;
  context_take_options (m->context, &m->own);
  json_decref (m->run);
  m->run = NULL;
  vec_release (m->mem, &m->linked, &m->list, &m->argv);
}

/* Once for each run. */
static void refuse_run (member *m, const char *why) {
  const char *name = exchange_run (m->x);
  EACH_TEXT (at, &m->refused)
  if (!strcmp (at, name))
    return;
  text_add (m->mem, &m->refused, name, strlen (name) + 1);
  log_warning (&m->context->log, "run %s: %s", name, why);
}

static bool is_same_build (member *m, const char *theirs) {
  char_vec ours = {0};
  bool is_same = build_identity (m->mem, &ours) &&
                 !strcmp (text_c (m->mem, &ours), theirs);
  vec_release (m->mem, &ours);
  return is_same;
}

static status load_run (member *m) {
  context *c = m->context;
  subject s;
  options o = m->own;
  json_t *args = json_object_get (m->run, "arguments"), *arg;
  size_t i;
  text_puts (m->mem, &m->list,
             json_string_value (json_object_get (m->run, "options")));
  text_c (m->mem, &m->list);
  status st = options_take_list (&o, &c->trouble, m->list.data);
  if (st)
    return st;
  context_take_options (c, &o);
  json_array_foreach (args, i, arg)
      vec_push (m->mem, &m->argv, (char *) (uintptr_t) json_string_value (arg));
  m->request = (run_request) {
      .input = json_string_value (json_object_get (m->run, "input")),
      .argc = (int) m->argv.len,
      .argv = m->argv.data};
  st = subject_init (&s, c, m->request.input, m->request.argc, m->request.argv);
  s.linked = &m->linked;
  if (!st)
    st = subject_load (&s, NULL, 0, &m->program);
  subject_release (&s);
  return st;
}

static bool fetch_program (member *m) {
  blob b = {0};
  const char *build = "", *name = "", *tag = "", *input, *list;
  json_int_t size = 0;
  json_t *args;
  if (json_unpack (m->run, "{s:s, s:s, s:s, s:I, s:s, s:s, s:o}", "build",
                   &build, "program", &name, "tag", &tag, "size", &size,
                   "input", &input, "options", &list, "arguments", &args) ||
      strlen (name) >= sizeof b.name || strlen (tag) >= sizeof b.tag)
    return false;
  if (!is_same_build (m, build)) {
    refuse_run (m, "it is explored by another build of Reprise; install the "
                   "same one here");
    return false;
  }
  strcpy (b.name, name);
  strcpy (b.tag, tag);
  b.size = (uint64_t) size;
  return exchange_get (m->x, &b, &m->linked);
}

static bool join_run (member *m) {
  char_vec text = {0};
  release_run (m);
  if (exchange_join (m->x, &text))
    m->run = json_loads (text_c (m->mem, &text), 0, NULL);
  vec_release (m->mem, &text);
  if (!m->run)
    return false;
  if (fetch_program (m) && !load_run (m))
    return true;
  if (m->context->trouble.code)
    refuse_run (m, trouble_text (&m->context->trouble));
  trouble_clear (&m->context->trouble);
  release_run (m);
  return false;
}

/* The fork. */

typedef struct exploring {
  unit_window *window;
  run *run;
  uint64_t until; /* it goes on, if no path has ended */
} exploring;

/* Who is stopped must have done something, or nothing would ever be done: an
 * end, or else what took longer each time.
 */
static bool is_stale (void *owner) {
  const exploring *e = owner;
  const explored *n = e->run ? explorer_counts (run_explorer (e->run)) : NULL;
  if (n && n->complete + n->error + n->cut + n->silent)
    e->window->has_ended = 1;
  bool may_stop = e->window->has_ended || clock_now () > e->until;
  return e->window->is_told || (e->window->is_wanted && may_stop);
}

static void take_labour (member *m, const run *r) {
  const context *c = m->context;
  m->window->labour = (labour) {
      .time = clock_cpu (),
      .instructions = explorer_counts (run_explorer (r))->instructions,
      .queries = c->stats.queries,
      .solved = c->stats.answered_solver};
}

/* Everything that the user asked for is the leader's. */
static void set_options (member *m) {
  options o = m->context->options;
  if (!o.store) /* of a worker: --store=redis://... shares proofs, too */
    o.store = "none";
  o.out = m->out.data;
  o.jobs = 1;
  o.time_budget = 0;
  o.progress = PROGRESS_NONE;
  o.suite = SUITE_ALL;
  context_take_options (m->context, &o);
  m->context->stats = (stats) {0};
}

static _Noreturn void explore_unit (member *m, const fleet_unit *u) {
  unsigned doubled = u->patience < 16 ? u->patience : 16;
  exploring e = {.window = m->window,
                 .until = clock_now () + (STUBBORN << doubled)};
  run_share share = {m->unit.data, u->from, u->to};
  run_request q = m->request;
  report rep;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  signal (SIGTERM, SIG_IGN); /* the member says when */
  signal (SIGINT, SIG_IGN);
  set_options (m);
  q.program = m->program;
  q.may_recall = false;
  q.linked = NULL;
  q.share = &share;
  q.is_stale = is_stale;
  q.owner = &e;
  status st = run_open (m->context, &q, &e.run);
  if (!st)
    st = run_explore (e.run, &rep);
  if (st)
    log_warning (&m->context->log, "a unit could not be explored: %s",
                 trouble_text (&m->context->trouble));
  else
    take_labour (m, e.run);
  fflush (NULL);
  _exit (st ? CLI_TROUBLE : rep.end == EXPLORE_DONE ? CLI_OK : CLI_INCOMPLETE);
}

/* The member. */

static bool copy_file (const char_vec *from, const char_vec *to) {
  mapped_file f;
  trouble why = {0};
  if (!whole_file_map (from->data, &f))
    return false;
  bool is_done = !whole_file_write (to->data, f.bytes, f.size, &why);
  whole_file_unmap (&f);
  return is_done;
}

static bool fetch_file (member *m, const blob *b, const char_vec *to) {
  trouble why = {0};
  return exchange_get (m->x, b, &m->bytes) &&
         !whole_file_write (to->data, m->bytes.data, m->bytes.len, &why);
}

static bool put_piece (member *m, const char_vec *from, blob *out) {
  mapped_file f;
  if (!whole_file_map (from->data, &f))
    return false;
  bool is_done = exchange_put (m->x, f.bytes, f.size, out);
  whole_file_unmap (&f);
  return is_done;
}

static bool has_changed (const char_vec *path, struct timespec *since) {
  struct stat st;
  if (stat (path->data, &st) || (st.st_mtim.tv_sec == since->tv_sec &&
                                 st.st_mtim.tv_nsec == since->tv_nsec))
    return false;
  *since = st.st_mtim;
  return true;
}

/* Looking after a fork. */
typedef struct unit_watch {
  const fleet_unit *unit;
  pid_t pid;
  uint64_t begun, seen, told_alive, noted, note_after, told_at;
  struct timespec saved;
  blob note;
} unit_watch;

static void tell_alive (member *m, unit_watch *w, uint64_t now) {
  char text[64];
  if (now - w->told_alive < ALIVE_EVERY)
    return;
  w->told_alive = now;
  snprintf (text, sizeof text, "has been exploring for %.1f s; %llu units done",
            clock_seconds (now - w->begun), (unsigned long long) m->n_done);
  exchange_keep (m->x, w->unit);
  exchange_tell (m->x, text);
  if (!exchange_goes_on (m->x))
    m->window->is_told = 1;
}

static void note_saved (member *m, unit_watch *w, uint64_t now) {
  blob b;
  if (now - w->noted < w->note_after || !has_changed (&m->unit, &w->saved))
    return;
  if (put_piece (m, &m->unit, &b)) {
    exchange_note (m->x, w->unit, &b);
    if (*w->note.name)
      exchange_drop (m->x, &w->note);
    w->note = b;
  }
  w->noted = clock_now ();
  uint64_t took = w->noted - now;
  w->note_after = took > NOTE_EVERY / 50 ? 50 * took : NOTE_EVERY;
}

static void see_who_waits (member *m, unit_watch *w, uint64_t now) {
  if (m->window->is_wanted || now - w->seen < SEE_EVERY)
    return;
  w->seen = now;
  m->window->is_wanted = exchange_relieve (m->x);
}

/* A solver may not hear. */
static void end_slow (member *m, unit_watch *w, uint64_t now) {
  if (!m->window->is_told)
    return;
  if (!w->told_at)
    w->told_at = now;
  if (now - w->told_at > STOPS_WITHIN)
    kill (w->pid, SIGKILL);
}

/* The exit status of the fork. */
static int watch_fork (member *m, unit_watch *w) {
  int how;
  while (waitpid (w->pid, &how, WNOHANG) == 0) {
    uint64_t now = clock_now ();
    if (is_told_to_end (m))
      m->window->is_told = 1;
    tell_alive (m, w, now);
    note_saved (m, w, now);
    see_who_waits (m, w, now);
    end_slow (m, w, now);
    member_sleep (LOOK_EVERY);
  }
  return WIFEXITED (how) ? WEXITSTATUS (how) : CLI_INCOMPLETE;
}

static int run_unit (member *m, const fleet_unit *u, blob *note) {
  uint64_t now = clock_now ();
  unit_watch w = {.unit = u,
                  .begun = now,
                  .seen = now,
                  .noted = now,
                  .note_after = NOTE_EVERY};
  *m->window = (unit_window) {0};
  has_changed (&m->unit, &w.saved);
  fflush (NULL);
  w.pid = fork ();
  if (!w.pid)
    explore_unit (m, u);
  int how = w.pid < 0 ? CLI_TROUBLE : watch_fork (m, &w);
  *note = w.note;
  return how;
}

/* Nobody explores it: it stays open. */
static void give_up (member *m, const fleet_unit *u) {
  piece p = {.base = u->base};
  exchange_finish (m->x, u, &p, 0, NULL);
}

/* What was found is in the file of the unit. */
static void give_back (member *m, const fleet_unit *u, bool is_whole) {
  cut rest[PARTS];
  fleet_unit left[PARTS];
  piece p = {.base = u->base, .labour = m->window->labour};
  size_t n = is_whole ? 0
                      : cut_rest (m->mem, m->base.data, (cut) {u->from, u->to},
                                  m->unit.data, PARTS, rest);
  if (!put_piece (m, &m->unit, &p.found))
    return;
  for (size_t i = 0; i < n; i++)
    left[i] =
        (fleet_unit) {.base = p.found,
                      .from = rest[i].from,
                      .to = rest[i].to,
                      .patience = m->window->has_ended ? 0 : u->patience + 1};
  p.n_left = (uint32_t) n;
  if (exchange_finish (m->x, u, &p, n, left) == FINISH_LATE)
    exchange_drop (m->x, &p.found);
  m->n_done++;
}

/* Somebody who died may have noted what he had. */
static bool take_note (member *m, const fleet_unit *u) {
  blob b;
  *m->window = (unit_window) {0};
  return u->tries && exchange_noted (m->x, u, &b) &&
         fetch_file (m, &b, &m->unit);
}

static void work_on (member *m, const fleet_unit *u) {
  blob note = {0};
  if (!fetch_file (m, &u->base, &m->base) || u->tries > MOST_TRIES) {
    give_up (m, u);
    return;
  }
  if (take_note (m, u)) {
    give_back (m, u, false);
    return;
  }
  int how =
      copy_file (&m->base, &m->unit) ? run_unit (m, u, &note) : CLI_TROUBLE;
  if (how == CLI_TROUBLE)
    give_up (m, u);
  else
    give_back (m, u, how == CLI_OK);
  if (*note.name)
    exchange_drop (m->x, &note);
}

/* False: there is nothing to wait for. */
static bool wait_for_work (member *m, uint64_t *looked) {
  uint64_t now = clock_now ();
  exchange_wait (m->x);
  if (now - *looked < ALIVE_EVERY)
    return true;
  *looked = now;
  exchange_tell (m->x, "waits for work");
  return exchange_goes_on (m->x);
}

static void work_on_run (member *m) {
  fleet_unit u;
  uint64_t looked = clock_now ();
  bool goes_on = exchange_goes_on (m->x);
  while (goes_on && !is_told_to_end (m)) {
    if (exchange_take (m->x, &u))
      work_on (m, &u);
    else
      goes_on = wait_for_work (m, &looked);
  }
}

static void name_files (member *m) {
  const char *dir = m->config.directory;
  text_printf (m->mem, &m->base, "%s/base", dir);
  text_printf (m->mem, &m->unit, "%s/" PIECE, dir);
  text_printf (m->mem, &m->out, "%s/out", dir);
  text_c (m->mem, &m->base);
  text_c (m->mem, &m->unit);
  text_c (m->mem, &m->out);
}

static void member_init (member *m, const member_config *config) {
  *m = (member) {.config = *config,
                 .context = config->context,
                 .mem = &config->context->memory,
                 .x = config->exchange,
                 .program = config->program,
                 .own = config->context->options};
  if (config->request)
    m->request = *config->request;
  m->window = mmap (NULL, sizeof *m->window, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  name_files (m);
}

static void member_release (member *m) {
  release_run (m);
  munmap (m->window, sizeof *m->window);
  vec_release (m->mem, &m->base, &m->unit, &m->out, &m->bytes, &m->refused);
}

uint64_t member_work (const member_config *config) {
  member m;
  member_init (&m, config);
  if (m.window == MAP_FAILED)
    return 0;
  config->wish->begin ();
  exchange_listen (m.x, &config->wish->is_told);
  if (config->program)
    work_on_run (&m);
  else
    while (!is_told_to_end (&m))
      if (join_run (&m))
        work_on_run (&m);
      else
        member_sleep (PAUSE);
  member_release (&m);
  return m.n_done;
}
