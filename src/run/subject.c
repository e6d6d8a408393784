/* Words of the command line, taken apart once, so that everybody who needs them
 * (loading, the suite's facts, keys of tries and kept results) reads the same.
 *
 * What holds: the texts of a subject end with NUL and never move after
 * subject_init, so that configs, facts and argv borrow them. 'arg' is what the
 * program sees: its file, the user's words, then those that options stand for
 * (run/words.c). 'options' is the list of what shapes or limits paths, by
 * which a test is run again as it was found, from any directory.
 */

#include "run/subject.h"

#include "base/clock.h"
#include "program/home.h"

#include <limits.h>
#include <unistd.h>

/* FILE:FUNCTION, unless there is a file of that whole name. */
static void split_input (subject *s, const char *input) {
  const char *colon = strrchr (input, ':');
  bool has_entry =
      colon && colon[1] && !strchr (colon, '/') && access (input, F_OK) != 0;
  size_t n = has_entry ? (size_t) (colon - input) : strlen (input);
  text_add (s->mem, &s->file, input, n);
  if (has_entry)
    text_puts (s->mem, &s->entry, colon + 1);
  text_c (s->mem, &s->file);
  text_c (s->mem, &s->entry);
}

/* Absolute, since a replay may start elsewhere. */
static status find_host_files (subject *s) {
  char absolute[PATH_MAX];
  const char *given = s->context->options.host_files;
  if (!given)
    return ST_OK;
  if (!realpath (given, absolute))
    return trouble_set (&s->context->trouble, ST_BADINPUT,
                        "--host-files: there is no directory '%s'", given);
  text_puts (s->mem, &s->host_files, absolute);
  text_c (s->mem, &s->host_files);
  return ST_OK;
}

static void list_options (subject *s) {
  options named = s->context->options;
  if (s->host_files.len)
    named.host_files = s->host_files.data;
  options_list (&named, s->mem, EFFECT_SHAPE | EFFECT_LIMIT, &s->options);
}

status subject_init (subject *s, context *c, const char *input, int argc,
                     char *const *argv) {
  char here[PATH_MAX];
  status st = ST_OK;
  assert (argc >= 0);
  *s = (subject) {.context = c, .mem = &c->memory};
  arena_init (&s->texts, s->mem);
  split_input (s, input);
  given_flags_init (&s->given, s->mem,
                    c->options.cflags ? c->options.cflags : "");
  vec_push (s->mem, &s->arg, s->file.data); /* argv[0] */
  for (int i = 0; i < argc; i++)
    vec_push (s->mem, &s->arg, argv[i]);
  text_puts (s->mem, &s->directory, getcwd (here, sizeof here) ? here : "");
  text_c (s->mem, &s->directory);
  if (c->options.libc != LIBC_NONE)
    TRY (home_find_libc (s->mem, &s->libc, &c->trouble));
  TRY (words_add (c, &s->texts, &s->arg));
  TRY (find_host_files (s));
  list_options (s);
out:
  return st;
}

void subject_release (subject *s) {
  vec_release (s->mem, &s->file, &s->entry, &s->arg, &s->libc, &s->options,
               &s->directory, &s->kept);
  given_flags_release (&s->given);
  vec_release (s->mem, &s->host_files, &s->compiled);
  arena_release (&s->texts);
}

/* Simplification may execute an addition before the test that guards it, and
 * an overflow there is no error of the program's.
 */
static bool keeps_branches (const options *o) {
  return o->keep_branches || o->check_overflow;
}

program_config subject_config (subject *s) {
  const options *o = &s->context->options;
  return (program_config) {.mem = s->mem,
                           .log = &s->context->log,
                           .input = s->file.data,
                           .entry = s->entry.len ? s->entry.data : NULL,
                           .flags = s->given.flag.data,
                           .others = s->given.file.data,
                           .kept = s->kept.len ? s->kept.data : NULL,
                           .compile_commands = o->compile_commands,
                           .libc = s->libc.len ? s->libc.data : NULL,
                           .has_words = s->arg.len > 1,
                           .host_files =
                               s->host_files.len ? s->host_files.data : NULL,
                           .keep_branches = keeps_branches (o),
                           .keep_unset = o->check_uninitialized,
                           .klee = o->klee,
                           .undefined = o->undefined,
                           .fail_malloc = (uint32_t) o->fail_malloc,
                           .buffer_size = o->buffer_size,
                           .depth = (uint32_t) o->depth,
                           .compiled = &s->compiled,
                           .linked = s->linked,
                           .moved_from = s->moved_from,
                           .moved_to = s->moved_to,
                           .moved_name = s->moved_name,
                           .name_root = s->name_root,
                           .name = s->name,
                           .assume = o->assume,
                           .defaults = o->defaults};
}

suite_facts subject_facts (subject *s) {
  const options *o = &s->context->options;
  assert (s->arg.len && s->options.data); /* initialised without trouble */
  return (suite_facts) {.input = s->file.data,
                        .given = s->file.data,
                        .directory = s->directory.data,
                        .entry = s->entry.data,
                        .cflags = o->cflags ? o->cflags : "",
                        .compile_commands =
                            o->compile_commands ? o->compile_commands : "",
                        .buffer_size = o->buffer_size,
                        .keep_branches = keeps_branches (o),
                        .options = s->options.data,
                        .n_args = (uint32_t) s->arg.len - 1,
                        .args = s->arg.data + 1};
}

void subject_is_late (context *c) {
  trouble_clear (&c->trouble);
  trouble_set (&c->trouble, ST_FULL,
               "the time budget of %.3g s ran out before the program was "
               "compiled and loaded; nothing was explored",
               clock_seconds (c->options.time_budget));
}

status subject_load (subject *s, struct dependencies *f, uint64_t started,
                     program **out) {
  context *c = s->context;
  program_config before, config = subject_config (s);
  assert (!c->trouble.code); /* or the end would mistake it for its own */
  vec_clear (&s->compiled);  /* the file may have changed since */
  config.dependencies = f;
  if (c->options.time_budget)
    config.deadline = started + c->options.time_budget;
  if (s->before) {
    before = subject_config (s->before);
    before.dependencies = f;
    config.before = &before;
    config.rules = before.rules = s->rules;
  }
  uint64_t spent = clock_cpu ();
  phase_start (&c->phases, PHASE_LOAD);
  *out = program_load (&config, &c->trouble);
  phase_stop (&c->phases, PHASE_LOAD);
  s->load_time = clock_cpu () - spent;
  if (c->trouble.code == ST_FULL)
    subject_is_late (c);
  assert (*out || c->trouble.code);
  return *out ? ST_OK : c->trouble.code;
}
