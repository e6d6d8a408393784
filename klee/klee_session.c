#include "klee/klee_session.h"

#include "base/clock.h"
#include "context/amount.h"
#include "export/export_xml.h"
#include "klee/escaping.h"
#include "klee/followed.h"
#include "klee/libraries.h"
#include "klee/merging.h"
#include "klee/querylog.h"
#include "klee/replays.h"
#include "klee/runstats.h"
#include "klee/settings.h"
#include "klee/testfiles.h"
#include "machine/ending_text.h"
#include "report/verdict.h"

#include <strings.h>
#include <unistd.h>

struct klee {
  context *context;
  memory *mem;
  arena texts;
  argument_vec words; /* of the command line */
  klee_flags flags;
  settings settings;
  outdir dir;
  bool has_dir;
  testfiles files;
  runstats *stats;
  querylog log;
  run *run;
  forktree *forks;    /* of the run */
  leads *leads;       /* of the run, or NULL */
  merging *merging;   /* of the run, or NULL */
  program *program;   /* between two runs; or NULL */
  assembly *assembly; /* of the program */
  size_t n_losses;    /* that were told, and once ... */
  map told;           /* ... by hash of text or function */
  end_counts ends;
  char_vec input; /* FILE or FILE:FUNCTION */
  uint64_t started, next_row, next_istats;
  replays replays, seeds;
  followed_path path; /* --replay-path */
  explored total;     /* of all runs */
  bool is_over;       /* an error or a limit of tests ends the run */
  bool failed;        /* --exit-on-error */
  volatile int is_interrupted;
};

static void warn_about_ignored (klee *k) {
  const klee_flags *f = &k->flags;
  char_vec all = {0};
  for (size_t i = 0; i < f->ignored.len; i++)
    text_printf (k->mem, &all, " %s", f->ignored.data[i]);
  if (all.len)
    klee_warning (&k->dir, "without effect here:%s", text_c (k->mem, &all));
  vec_release (k->mem, &all);
  if (f->write_cvcs)
    klee_warning (&k->dir, ".cvc files contain SMT-LIB");
}

/* Memory that was freed is never used again here, as with -1. */
static void say_quarantine (klee *k) {
  const char *size = k->flags.kdalloc_quarantine;
  if (size && strcmp (size, "-1"))
    klee_warning (&k->dir,
                  "--kdalloc-quarantine=%s has no effect: it is unlimited",
                  size);
  if (size)
    klee_message (&k->dir,
                  "Deterministic allocator: Using unlimited quarantine");
}

/* While it runs. */

static void add_row (klee *k) {
  assert (k->run && k->assembly && k->forks);
  runstats_row row = {.context = k->context,
                      .explored = explorer_counts (run_explorer (k->run)),
                      .forks = k->forks,
                      .ends = &k->ends};
  if (!k->stats)
    return;
  const machine *m = explorer_machine (run_explorer (k->run));
  row.census = census_take (run_program (k->run), m, k->assembly);
  row.foreign_calls = machine_foreign_calls (m);
  row.wall = clock_now () - k->started;
  runstats_add (k->stats, &row);
}

static void write_istats (klee *k) {
  assert (k->run && k->assembly);
  if (!k->flags.output_istats)
    return;
  FILE *f = outdir_open (&k->dir, "run.istats", &k->context->trouble);
  if (!f)
    return;
  istats_write (&(istats) {.program = run_program (k->run),
                           .machine = explorer_machine (run_explorer (k->run)),
                           .assembly = k->assembly,
                           .forks = k->forks,
                           .input = k->flags.file},
                f);
  fclose (f);
}

/* Of calls that leave the program: is it to be told? Once for each function,
 * or always, or never.
 */
static bool is_call_told (klee *k, const char *call) {
  const char *how = k->flags.external_call_warnings;
  if (!strcmp (how, "once-per-function"))
    return !(*map_at (&k->told, hash_bytes (call, strcspn (call, "(")).lo))++;
  return !strcmp (how, "all");
}

static void say_call (klee *k, const loss *l) {
  const char *call = l->cause.text[0];
  const char *file = program_file (run_program (k->run), l->place.file);
  if (!is_call_told (k, call))
    return;
  if (!strcmp (k->flags.external_call_warnings, "all"))
    klee_warning (&k->dir, "calling external: %s at %s:%u", call, file,
                  l->place.line);
  else
    klee_warning_once (&k->dir, "calling external: %s at %s:%u", call, file,
                       l->place.line);
}

/* What the program says itself: by its function. */
static void say_warning (klee *k, const loss *l) {
  uint64_t how = l->cause.value[0];
  bool is_alone = how & WARNING_ALONE;
  const char *who = is_alone ? "" : l->function, *text = l->cause.text[0];
  const char *colon = is_alone ? "" : ": ";
  if (!(how & WARNING_ONCE))
    klee_warning (&k->dir, "%s%s%s", who, colon, text);
  else if (!(*map_at (&k->told, hash_bytes (text, strlen (text)).lo))++)
    klee_warning_once (&k->dir, "%s%s%s", who, colon, text);
}

static void say_loss (klee *k, const loss *l) {
  char_vec text = {0};
  if (l->cause.reason == WHY_CALLS_OUT || l->cause.reason == WHY_WARNING) {
    (l->cause.reason == WHY_WARNING ? say_warning : say_call) (k, l);
    return;
  }
  cause_print (&l->cause, 1, k->mem, &text);
  if (l->cause.reason == WHY_ALLOCATION_FAILS)
    klee_warning_once (
        &k->dir, "Large alloc: %s (%s:%u)", text_c (k->mem, &text),
        program_file (run_program (k->run), l->place.file), l->place.line);
  else if (l->place.line)
    klee_warning (&k->dir, "%s:%u: %s",
                  program_file (run_program (k->run), l->place.file),
                  l->place.line, text_c (k->mem, &text));
  else
    klee_warning (&k->dir, "%s", text_c (k->mem, &text));
  vec_release (k->mem, &text);
}

/* A limit itself is told, and so is an end that is an error here. */
static bool is_loss_told (const loss *l) {
  reason_class what = reason_class_of (l->cause.reason);
  return !l->count || what == CLASS_BOUND || what == CLASS_UNSUPPORTED ||
         what == CLASS_EXTERNAL || what == CLASS_LIMIT ||
         (what == CLASS_BUDGET && l->cause.reason != WHY_INTERRUPTED);
}

/* Those since it was called last. */
static void say_losses (klee *k) {
  const loss *l;
  size_t n = explorer_losses (run_explorer (k->run), &l);
  for (; k->n_losses < n; k->n_losses++)
    if (!is_loss_told (l + k->n_losses))
      say_loss (k, l + k->n_losses);
}

static bool is_due (uint64_t now, uint64_t *next, uint64_t every) {
  if (now < *next)
    return false;
  *next = now + every;
  return true;
}

static bool on_tick (void *owner) {
  klee *k = owner;
  uint64_t now = clock_now ();
  say_losses (k);
  if (k->assembly && is_due (now, &k->next_row, k->settings.row_every))
    add_row (k);
  if (k->assembly && is_due (now, &k->next_istats, k->settings.istats_every))
    write_istats (k);
  return k->is_over || k->is_interrupted;
}

static void on_fork (void *owner, const state *s, choice_kind what, size_t n,
                     const uint32_t *taken, pending *const *into,
                     const term *guard) {
  klee *k = owner;
  if (k->leads && into[0]->leads.len)
    leads_split (k->leads, s, n, taken, into, guard);
  forktree_fork (k->forks, s, what, n, taken, into);
  if (k->path.mem)
    followed_fork (&k->path, n, into);
  if (k->merging)
    merging_fork (k->merging, n, into);
}

static size_t on_narrow (void *owner, const pending *p, size_t n,
                         const uint32_t *taken) {
  return followed_narrow (&((klee *) owner)->path, p, n, taken);
}

/* As it happens: a warning before it is told before it, an error behind it. */
static void on_output (void *owner, int descriptor, const char *s, size_t n) {
  FILE *f = descriptor == STDERR_FILENO ? stderr : stdout;
  say_losses (owner);
  fwrite (s, 1, n, f);
  fflush (f);
}

static void on_question (void *owner, const asked_question *q) {
  klee *k = owner;
  querylog_add (&k->log, run_terms (k->run), q);
}

/* An older name is the beginning of one: Exec. */
static bool is_wanted_type (const klee_flags *f, const testcase *t) {
  const char *name = ending_type_name (ending_type_of (t));
  for (size_t i = 0; i < f->exit_on_error_type.len; i++) {
    const char *type = f->exit_on_error_type.data[i];
    if (!strncasecmp (type, name, strlen (type)))
      return true;
  }
  return false;
}

static void say_error (klee *k, const testcase *t) {
  char_vec text = {0};
  if (ending_is_sanitized (t))
    text_puts (k->mem, &text, ENDING_HANDLER);
  ending_write (k->mem, t, &text);
  text_c (k->mem, &text);
  if (t->end.at.line)
    klee_message (&k->dir, "ERROR: %s:%u: %s", t->end.at.file, t->end.at.line,
                  text.data);
  else
    klee_message (&k->dir, "ERROR: (location information missing) %s",
                  text.data);
  if (!k->flags.emit_all_errors)
    klee_message (&k->dir, "NOTE: now ignoring this error at this location");
  vec_release (k->mem, &text);
}

static void on_error (void *owner, const testcase *t) {
  klee *k = owner;
  const klee_flags *f = &k->flags;
  say_error (k, t);
  k->failed |= f->exit_on_error;
  k->is_over |= k->failed || is_wanted_type (f, t);
  if (k->failed)
    klee_message (&k->dir, "ERROR: EXITING ON ERROR:\n%s",
                  text_c (k->mem, &k->files.error));
}

static void on_found (void *owner, const testcase *t, const state *s,
                      const pending *p) {
  klee *k = owner;
  if (k->is_over) {
    kept_note (&k->files.kept, t->number, 0);
    return;
  }
  if (k->run)
    say_losses (k);
  end_counts_add (&k->ends, t);
  if (ending_type_of (t) == TYPE_OutOfStackMemory)
    klee_warning (&k->dir, "Maximum stack size reached.");
  if (s && p)
    forktree_end (k->forks, p, s, ending_type_of (t));
  if (testfiles_add (&k->files, t, s, p))
    on_error (k, t);
  uint64_t max = k->settings.max_tests;
  k->is_over |= max && k->files.n >= max;
  if (k->is_over && k->run)
    run_interrupt (k->run);
}

/* The life of a session. */

/* Bitcode of standard input gets a file: tests are replayed with it. */
static status save_input (klee *k) {
  script_input in;
  trouble *why = &k->context->trouble;
  status st = input_load (&in, k->mem, why, "-");
  FILE *f = st ? NULL : outdir_open (&k->dir, "input.bc", why);
  if (f) {
    bool is_short = fwrite (in.data, 1, in.len, f) < in.len;
    if (fclose (f) || is_short)
      trouble_set (why, ST_NOWRITE, "cannot write input.bc");
    k->flags.file = arena_printf (&k->texts, "%s/input.bc", k->dir.path.data);
  }
  if (!st)
    input_release (&in);
  return why->code;
}

static void on_replaced (void *owner, bool is_warning, const char *text) {
  klee *k = owner;
  (is_warning ? klee_warning : klee_message) (&k->dir, "%s", text);
}

static status set_input (klee *k) {
  const klee_flags *f = &k->flags;
  status st = klee_flags_is_stdin (f) ? save_input (k) : ST_OK;
  assert (k->has_dir && !k->input.len);
  if (st)
    return st;
  const replacing by = {f->function_alias.len, f->function_alias.data, k,
                        on_replaced};
  if (f->link_llvm_lib.len || by.n) {
    text_printf (k->mem, &k->input, "%s/linked.bc", k->dir.path.data);
    st = libraries_link (k->mem, f->file, f->link_llvm_lib.len,
                         f->link_llvm_lib.data, &by, text_c (k->mem, &k->input),
                         &k->context->trouble);
  } else
    text_puts (k->mem, &k->input, f->file);
  if (strcmp (f->entry_point, "main"))
    text_printf (k->mem, &k->input, ":%s", f->entry_point);
  text_c (k->mem, &k->input);
  return st;
}

static status say_escaping (klee *k) {
  char_vec names = {0};
  status st =
      escaping_list (k->mem, k->flags.file, &names, &k->context->trouble);
  if (names.len)
    klee_message (&k->dir, "escaping functions: [%s]", text_c (k->mem, &names));
  vec_release (k->mem, &names);
  return st;
}

static status klee_begin (klee *k) {
  status st = ST_OK;
  context *c = k->context;
  const klee_flags *f = &k->flags;
  TRY (settings_take (&k->settings, c, &k->flags));
  if (!klee_flags_is_stdin (f) && access (f->file, R_OK))
    TRY (trouble_set (&c->trouble, ST_NOFILE, "cannot open '%s'", f->file));
  if (klee_flags_is_stdin (f) && isatty (STDIN_FILENO))
    TRY (trouble_set (
        &c->trouble, ST_USAGE,
        "klee needs an input: 'reprise klee [options] FILE.bc [arguments]'"));
  TRY (outdir_make (&k->dir, k->mem, f->output_dir, f->file, &c->trouble));
  k->has_dir = true;
  k->dir.is_quiet = f->warnings_only_to_file;
  outdir_begin (&k->dir, (int) k->words.len, k->words.data,
                k->settings.searcher);
  klee_message (&k->dir, "output directory is \"%s\"", k->dir.path.data);
  klee_message (&k->dir, "Using reprise solver backend");
  warn_about_ignored (k);
  say_quarantine (k);
  if (f->output_stats &&
      !(k->stats = runstats_open (k->mem, k->dir.path.data, &c->trouble)))
    st = c->trouble.code;
  k->log.least = k->settings.least_logged;
  k->log.is_compressed = f->compress_query_log;
  for (size_t i = 0; i < f->use_query_log.len && !st; i++)
    st = querylog_open (&k->log, k->mem, &k->dir, f->use_query_log.data[i],
                        &c->trouble);
  c->draft.out = k->dir.path.data;
  if (!st)
    st = set_input (k);
  if (!st && f->replay_path) {
    st = followed_read (&k->path, k->mem, f->replay_path, &c->trouble);
    klee_warning (&k->dir, "only the path of %s is explored", f->replay_path);
  }
  if (!st && f->debug_print_escaping_functions)
    st = say_escaping (k);
out:
  return st;
}

static status find_replays (klee *k) {
  status st = ST_OK;
  const klee_flags *f = &k->flags;
  options *o = &k->context->draft;
  replays *r = &k->replays;
  trouble *why = &k->context->trouble;
  TRY (replays_add (r, &f->replay_ktest_file, &f->replay_ktest_dir, why));
  bool is_replay = f->only_seed || f->only_replay_seeds;
  TRY (replays_add (is_replay ? r : &k->seeds, &f->seed_file, &f->seed_dir,
                    why));
  TRY (replays_lead (&k->seeds, f->named_seed_matching, why));
  if (k->seeds.leads.len)
    klee_message (&k->dir, "using %zu seeds", k->seeds.leads.len);
  if (r->path.len) { /* nothing to remember, and nothing to be reminded of */
    o->incremental = "off";
    o->store = "none";
  }
out:
  return st;
}

static void write_module (klee *k) {
  char_vec path = {0};
  text_printf (k->mem, &path, "%s/final.bc", k->dir.path.data);
  if (!program_write (run_program (k->run), text_c (k->mem, &path)))
    klee_warning (&k->dir, "cannot write final.bc");
  vec_release (k->mem, &path);
}

/* What calls of them do, if it comes to that, is said at the end. */
static void warn_about_missing (klee *k) {
  program *p = run_program (k->run);
  uint32_t n_globals = program_count_globals (p);
  for (uint32_t i = 0; i < program_count_functions (p); i++) {
    const function *f = program_function (p, i);
    if (f->is_foreign && f->is_used && f->builtin == BUILTIN_NONE &&
        strncmp (f->name, "llvm.", 5))
      klee_warning (&k->dir, "undefined reference to function: %s", f->name);
  }
  for (uint32_t i = 0; i < n_globals; i++) {
    const global *g = program_global (p, i);
    if (g->is_foreign)
      klee_warning (&k->dir, "undefined reference to variable: %s", g->name);
  }
}

/* Replays have the same program again. */
static void read_assembly (klee *k) {
  const klee_flags *o = &k->flags;
  if (k->assembly)
    return;
  FILE *f = o->output_source
                ? outdir_open (&k->dir, "assembly.ll", &k->context->trouble)
                : NULL;
  k->assembly = assembly_new (k->mem, run_program (k->run), f);
  if (f)
    fclose (f);
  if (o->output_module)
    write_module (k);
  warn_about_missing (k);
}

static void close_run (klee *k) {
  run *r = k->run;
  k->run = NULL;              /* a signal may come */
  assert (!r || !k->program); /* the run has it */
  if (r)
    k->program = run_take_program (r);
  run_free (r);
  forktree_free (k->forks);
  leads_free (k->leads);
  merging_free (k->merging);
  k->forks = NULL;
  k->leads = NULL;
  k->merging = NULL;
}

static void lead_run (klee *k) {
  k->leads = leads_new (k->mem, run_terms (k->run), k->seeds.leads.data);
  explorer_lead (run_explorer (k->run), (uint32_t) k->seeds.leads.len);
}

static status open_run (klee *k) {
  status st;
  if (k->flags.use_merge)
    k->merging = merging_new (k->mem, &k->dir, k->flags.debug_log_merge);
  run_request q = {.input = k->input.data,
                   .program = k->program,
                   .argc = (int) k->settings.arguments.len,
                   .argv = k->settings.arguments.data,
                   .is_stale = on_tick,
                   .found = on_found,
                   .shows_ends = true,
                   .forked = on_fork,
                   .narrow = k->path.mem ? on_narrow : NULL,
                   .asked = querylog_is_open (&k->log) ? on_question : NULL,
                   .is_counting = k->flags.output_istats,
                   .wrote = on_output,
                   .envp = (const char *const *) k->settings.environment.data,
                   .joiner = k->merging ? merging_joiner (k->merging) : NULL,
                   .owner = k};
  bool has_tree = k->flags.write_exec_tree || k->flags.write_paths ||
                  k->flags.write_sym_paths;
  assert (!k->run && !k->forks && k->input.len);
  k->n_losses = 0;
  if (replays_has_next (&k->replays)) {
    klee_message (&k->dir, "replaying: %s", replays_name (&k->replays));
    bool by_name = k->flags.named_seed_matching &&
                   !k->flags.replay_ktest_file.len &&
                   !k->flags.replay_ktest_dir.len;
    TRY (replays_take (&k->replays, by_name, &k->context->trouble));
  }
  k->forks = forktree_new (k->mem, has_tree);
  k->program = NULL;
  TRY (run_open (k->context, &q, &k->run));
  read_assembly (k);
  k->files.program = run_program (k->run);
  k->files.machine = explorer_machine (run_explorer (k->run));
  k->files.terms = run_terms (k->run);
  k->files.assembly = k->assembly;
  k->files.forks = k->forks;
  add_row (k);
  if (k->replays.path.len)
    machine_give (explorer_machine (run_explorer (k->run)),
                  (uint32_t) k->replays.given.len, k->replays.given.data);
  else if (k->seeds.leads.len)
    lead_run (k);
out:
  return st;
}

klee *klee_open (context *c, int argc, char **argv) {
  status st = ST_OK;
  klee *k = memory_zalloc (&c->memory, sizeof *k);
  k->context = c;
  k->mem = &c->memory;
  arena_init (&k->texts, k->mem);
  map_init (&k->told, k->mem);
  response_expand (&k->texts, argc, argv, &k->words);
  replays_init (&k->replays, k->mem);
  replays_init (&k->seeds, k->mem);
  k->started = clock_now ();
  testfiles_init (&k->files, k->mem, &k->flags, &k->dir);
  TRY (klee_flags_parse (&k->flags, k->mem, (int) k->words.len, k->words.data,
                         &c->trouble));
  TRY (klee_begin (k));
  TRY (find_replays (k));
  TRY (open_run (k));
  return k;
out:
  klee_free (k);
  return NULL;
}

static void put_done (FILE *f, const char *what, uint64_t n) {
  fprintf (f, "KLEE: done: %s = %llu\n", what, (unsigned long long) n);
}

/* To the info file, and in short to standard error. */
static void say_done (klee *k) {
  const explored *x = &k->total;
  const stats *s = &k->context->stats;
  uint64_t partial = x->error + x->cut + x->silent;
  FILE *info = k->dir.info;
  outdir_end (&k->dir);
  put_done (info, "explored paths", x->complete + partial);
  put_done (info, "total queries", s->queries);
  put_done (info, "valid queries", s->answers_unsat);
  put_done (info, "invalid queries", s->answers_sat);
  put_done (info, "query cex", s->answers_sat);
  fputc ('\n', stderr);
  FILE *const both[] = {info, stderr, k->dir.messages};
  for (int i = 0; i < 3; i++) {
    put_done (both[i], "total instructions", x->instructions);
    put_done (both[i], "completed paths", x->complete);
    put_done (both[i], "partially completed paths", partial);
    put_done (both[i], "generated tests", k->files.n);
  }
}

/* All of it in one line, which KLEE does not have. */
static void say_verdict (klee *k, const report *r) {
  run_verdict v;
  char_vec text = {0};
  verdict_init (&v, r);
  verdict_print_reasons (&v, &text);
  if (text.len)
    klee_message (&k->dir, "NOTE: incomplete: %s", text_c (NULL, &text));
  vec_release (NULL, &text);
  verdict_release (&v);
}

static void write_metadata (klee *k) {
  const char *named = k->flags.xml_metadata_programfile;
  const suite_facts facts = {.input = k->flags.file,
                             .given = named ? named : k->flags.file,
                             .directory = "",
                             .entry = k->flags.entry_point,
                             .cflags = "",
                             .compile_commands = "",
                             .options = ""};
  char_vec text = {0};
  xml_write_metadata (k->mem, &facts, k->flags.xml_metadata_programhash, &text);
  FILE *f = outdir_open (&k->dir, "metadata.xml", &k->context->trouble);
  if (f) {
    fwrite (text.data, 1, text.len, f);
    fclose (f);
  }
  vec_release (k->mem, &text);
}

static void add_counts (explored *sum, const explored *x) {
  sum->complete += x->complete;
  sum->error += x->error;
  sum->cut += x->cut;
  sum->silent += x->silent;
  sum->forks += x->forks;
  sum->instructions += x->instructions;
}

static void say_end (klee *k, explore_end end, uint64_t cut) {
  if (end == EXPLORE_MEMORY)
    klee_warning (&k->dir, "killing %llu states (over memory cap)",
                  (unsigned long long) cut);
  if (end == EXPLORE_TIME)
    klee_message (&k->dir, "HaltTimer invoked");
  if (k->is_interrupted)
    klee_message (&k->dir, "ctrl-c detected, requesting interpreter to halt.");
  if (end && k->flags.dump_states_on_halt)
    klee_message (&k->dir, "halting execution, dumping remaining states");
}

static status write_tree (klee *k, explore_end end) {
  char_vec path = {0};
  text_printf (k->mem, &path, "%s/exec_tree.db", k->dir.path.data);
  unlink (text_c (k->mem, &path)); /* of the replay before */
  status st = forktree_write (k->forks, k->assembly,
                              end ? TYPE_Interrupted : TYPE_SilentExit,
                              path.data, &k->context->trouble);
  vec_release (k->mem, &path);
  return st;
}

static status explore_one (klee *k) {
  report rep;
  assert (k->run && !k->is_over);
  status st = run_explore (k->run, &rep);
  testfiles_end_run (&k->files, k, k->is_over ? NULL : on_error);
  say_end (k, rep.end, rep.explored.cut);
  add_row (k);
  write_istats (k);
  if (!st && k->flags.write_exec_tree)
    st = write_tree (k, rep.end);
  say_losses (k);
  if (rep.context)
    say_verdict (k, &rep);
  bool is_last =
      k->is_over || k->is_interrupted || !replays_has_next (&k->replays);
  if (!st)
    st = kept_take (&k->files.kept, &rep, is_last, &k->context->trouble);
  add_counts (&k->total, &rep.explored);
  return st;
}

static status explore_all (klee *k) {
  status st = ST_OK;
  TRY (explore_one (k));
  while (replays_has_next (&k->replays) && !k->is_over && !k->is_interrupted) {
    close_run (k);
    TRY (open_run (k));
    TRY (explore_one (k));
  }
out:
  return st;
}

int klee_explore (klee *k) {
  context *c = k->context;
  status st = explore_all (k);
  if (k->flags.write_xml_tests)
    write_metadata (k);
  say_done (k);
  if (!st && k->files.trouble.code)
    st = trouble_set (&c->trouble, k->files.trouble.code, "%s",
                      trouble_text (&k->files.trouble));
  if (st)
    outdir_complain (trouble_text (&c->trouble));
  return st || k->failed;
}

void klee_interrupt (klee *k) {
  k->is_interrupted = 1;
  if (k->run)
    run_interrupt (k->run);
}

void klee_free (klee *k) {
  if (!k)
    return;
  close_run (k);
  assembly_free (k->assembly);
  program_free (k->program);
  runstats_close (k->stats);
  querylog_close (&k->log);
  testfiles_release (&k->files);
  if (k->has_dir)
    outdir_close (&k->dir);
  replays_release (&k->replays);
  replays_release (&k->seeds);
  followed_release (&k->path);
  settings_release (&k->settings);
  klee_flags_release (&k->flags);
  vec_release (k->mem, &k->input, &k->words);
  map_release (&k->told);
  arena_release (&k->texts);
  memory_free (k->mem, k, sizeof *k);
}
