#include "context/options_priv.h"

#include <assert.h>

/* Enums are stored in an unsigned int by both compilers we use. */
static_assert (sizeof (backend_kind) == sizeof (unsigned), "enum size");

#define X(NAME, TEXT) TEXT,
static const char *const backend_kind_names[] = {BACKENDS (X) NULL};
static const char *const foreign_policy_names[] = {FOREIGN_POLICIES (X) NULL};
static const char *const libc_kind_names[] = {LIBCS (X) NULL};
static const char *const progress_kind_names[] = {PROGRESSES (X) NULL};
static const char *const incremental_kind_names[] = {INCREMENTALS (X) NULL};
static const char *const search_kind_names[] = {SEARCHES (X) NULL};
static const char *const stop_kind_names[] = {STOPS (X) NULL};
static const char *const test_format_names[] = {TEST_FORMATS (X) NULL};
static const char *const store_mode_names[] = {STORE_MODES (X) NULL};
static const char *const store_trust_names[] = {TRUSTS (X) NULL};
static const char *const trie_kind_names[] = {TRIE_KINDS (X) NULL};
#undef X

#define AT(NAME) offsetof (options, NAME)

const option_row option_rows[N_OPTIONS] = {
#define FLAG(N, L, C, D, HELP) \
  {#N, L, OPTION_FLAG, C, AT (N), 0, 1, 0, 0, HELP},
#define NUMBER(N, L, C, D, LOW, HIGH, HELP) \
  {#N, L, OPTION_NUMBER, C, AT (N), LOW, HIGH, 0, "N", HELP},
#define CHOICE(N, L, C, D, TYPE, HELP) \
  {#N, L, OPTION_CHOICE, C, AT (N), 0, 0, TYPE##_names, "NAME", HELP},
#define TEXT(N, L, C, D, ARG, HELP) \
  {#N, L, OPTION_TEXT, C, AT (N), 0, 0, 0, ARG, HELP},
#define SPAN(N, L, C, D, HELP) \
  {#N, L, OPTION_SPAN, C, AT (N), 0, 0, 0, "TIME", HELP},
#define SIZE(N, L, C, D, HELP) \
  {#N, L, OPTION_SIZE, C, AT (N), 0, 0, 0, "SIZE", HELP},
#include "context/options.def"
};

void options_init (options *o) {
  o->n_operands = 0;
#define FLAG(N, L, C, DEFAULT, ...) o->N = DEFAULT;
#include "context/options.def"
}

const char *backend_kind_name (backend_kind b) { return backend_kind_names[b]; }

const char *test_format_name (test_format f) { return test_format_names[f]; }

const char *option_name (const option_row *r, char name[OPTION_NAME_MAX]) {
  size_t i = 0;
  for (; r->field[i] && i + 1 < OPTION_NAME_MAX; i++)
    name[i] = r->field[i] == '_' ? '-' : r->field[i];
  name[i] = 0;
  return name;
}

void option_list_choices (const option_row *r, char *text, size_t size) {
  size_t len = 0;
  for (const char *const *c = r->choices; *c && len < size; c++)
    len += (size_t) snprintf (text + len, size - len, "%s%s",
                              c == r->choices ? "" : ", ", *c);
}
