#include "context/option_rows.h"

/* Enums are stored in an unsigned int by both compilers we use. */
static_assert (sizeof (backend_kind) == sizeof (unsigned), "enum size");

#define X(NAME, TEXT) TEXT,
static const char *const backend_kind_names[] = {BACKENDS (X) NULL};
static const char *const undefined_policy_names[] = {UNDEFINED_POLICIES (X)
                                                         NULL};
static const char *const libc_kind_names[] = {LIBCS (X) NULL};
static const char *const klee_way_names[] = {KLEE_WAYS (X) NULL};
static const char *const progress_kind_names[] = {PROGRESSES (X) NULL};
static const char *const search_kind_names[] = {SEARCHES (X) NULL};
static const char *const stop_kind_names[] = {STOPS (X) NULL};
static const char *const suite_choice_names[] = {SUITE_CHOICES (X) NULL};
static const char *const test_format_names[] = {TEST_FORMATS (X) NULL};
static const char *const store_mode_names[] = {STORE_MODES (X) NULL};
static const char *const store_trust_names[] = {TRUSTS (X) NULL};
#undef X

/* A row that is not classified does not compile. What has an effect on runs or
 * diffs, whose results are kept by it, is an option of them; what a certificate
 * must know to find and walk the trie is one of 'certify' and 'watch', too.
 */
#define ON_PATHS(E) ((E) & (EFFECT_SHAPE | EFFECT_LIMIT))
#define KEPT (COMMAND_RUN | COMMAND_DIFF)
#define ALL_RUNS (COMMAND_RUN | COMMAND_WATCH | COMMAND_CERTIFY)
#define FLAG(N, L, C, E, NEEDS, ...) \
  static_assert (((E) == EFFECT_NONE) == !((C) & KEPT), \
                 #N ": an effect, exactly if it is one of 'run' or 'diff'"); \
  static_assert (!ON_PATHS (E) || ((C) & ALL_RUNS) == ALL_RUNS, \
                 #N ": run, watch and certify must agree on paths"); \
  static_assert ((E) != EFFECT_NONE || (NEEDS) == NEEDS_NOTHING, \
                 #N ": needs of a run that it is no option of");
#include "context/options.def"

#define ROW(N, L, KIND, C, E, NEEDS) \
  .field = #N, .letter = L, .kind = OPTION_##KIND, .commands = C, .effect = E, \
  .needs = NEEDS, .offset = offsetof (options, N)

const option_row option_rows[N_OPTIONS] = {
#define FLAG(N, L, C, E, NEEDS, D, HELP) \
  {ROW (N, L, FLAG, C, E, NEEDS), .high = 1, .help = HELP},
#define NUMBER(N, L, C, E, NEEDS, D, LOW, HIGH, HELP) \
  {ROW (N, L, NUMBER, C, E, NEEDS), .low = LOW, .high = HIGH, .argument = "N", \
   .help = HELP},
#define CHOICE(N, L, C, E, NEEDS, D, TYPE, HELP) \
  {ROW (N, L, CHOICE, C, E, NEEDS), .choices = TYPE##_names, \
   .argument = "NAME", .help = HELP},
#define TEXT(N, L, C, E, NEEDS, D, ARG, HELP) \
  {ROW (N, L, TEXT, C, E, NEEDS), .argument = ARG, .help = HELP},
#define SPAN(N, L, C, E, NEEDS, D, HELP) \
  {ROW (N, L, SPAN, C, E, NEEDS), .argument = "TIME", .help = HELP},
#define SIZE(N, L, C, E, NEEDS, D, HELP) \
  {ROW (N, L, SIZE, C, E, NEEDS), .argument = "SIZE", .help = HELP},
#include "context/options.def"
};

void options_init (options *o) {
  o->n_operands = 0;
#define FLAG(N, L, C, E, NEEDS, DEFAULT, ...) o->N = DEFAULT;
#include "context/options.def"
}

const char *backend_kind_name (backend_kind b) {
  assert (b < BACKEND_COUNT);
  return backend_kind_names[b];
}

const char *test_format_name (test_format f) {
  assert (f + 1 < sizeof test_format_names / sizeof *test_format_names);
  return test_format_names[f];
}

const char *option_name (const option_row *r, char name[OPTION_NAME_MAX]) {
  size_t i = 0;
  for (; r->field[i] && i + 1 < OPTION_NAME_MAX; i++)
    name[i] = r->field[i] == '_' ? '-' : r->field[i];
  assert (!r->field[i]); /* OPTION_NAME_MAX is enough */
  name[i] = 0;
  return name;
}

void option_list_choices (const option_row *r, char *text, size_t size) {
  size_t len = 0;
  assert (r->kind == OPTION_CHOICE);
  for (const char *const *c = r->choices; *c && len < size; c++)
    len += (size_t) snprintf (text + len, size - len, "%s%s",
                              c == r->choices ? "" : ", ", *c);
}
