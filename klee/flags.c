#include "klee/flags.h"

#include "base/suggest.h"

typedef enum flag_kind {
  KIND_FLAG,
  KIND_TEXT,
  KIND_LIST,
  KIND_ALWAYS,
  KIND_VOID_FLAG,
  KIND_VOID_TEXT
} flag_kind;

typedef struct flag_row {
  const char *name; /* with underscores */
  flag_kind kind;
  size_t offset;
  const char *other; /* NULL: this is no alias */
} flag_row;

static const flag_row rows[] = {
#define FLAG(NAME, D) {#NAME, KIND_FLAG, offsetof (klee_flags, NAME), NULL},
#define TEXT(NAME, D) {#NAME, KIND_TEXT, offsetof (klee_flags, NAME), NULL},
#define LIST(NAME) {#NAME, KIND_LIST, offsetof (klee_flags, NAME), NULL},
#define ALIAS(NAME, OTHER) {.name = #NAME, .other = #OTHER},
#define ALWAYS(NAME) {#NAME, KIND_ALWAYS, 0, NULL},
#define VOID_FLAG(NAME) {#NAME, KIND_VOID_FLAG, 0, NULL},
#define VOID_TEXT(NAME) {#NAME, KIND_VOID_TEXT, 0, NULL},
#include "klee/flags.def"
};

static void set_defaults (klee_flags *f) {
#define FLAG(NAME, DEFAULT) f->NAME = DEFAULT;
#define TEXT(NAME, DEFAULT) f->NAME = DEFAULT;
#include "klee/flags.def"
}

static bool is_name (const char *given, size_t n, const char *name) {
  if (strlen (name) != n)
    return false;
  for (size_t i = 0; i < n; i++)
    if (given[i] != (name[i] == '_' ? '-' : name[i]))
      return false;
  return true;
}

static const flag_row *row_of (const char *name) {
  size_t i = 0;
  while (strcmp (rows[i].name, name)) {
    i++;
    assert (i < sizeof rows / sizeof *rows); /* an alias of nothing */
  }
  assert (!rows[i].other); /* of an alias */
  return rows + i;
}

static const flag_row *find_row (const char *given, size_t n) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (is_name (given, n, rows[i].name))
      return rows[i].other ? row_of (rows[i].other) : rows + i;
  return NULL;
}

static bool is_bool (const char *text, bool *out) {
  *out = !strcmp (text, "true") || !strcmp (text, "TRUE") ||
         !strcmp (text, "True") || !strcmp (text, "1");
  return *out || !strcmp (text, "false") || !strcmp (text, "FALSE") ||
         !strcmp (text, "False") || !strcmp (text, "0");
}

static status set_flag (klee_flags *f, const flag_row *r, const char *given,
                        const char *value, trouble *why) {
  bool v = true;
  assert (r->kind == KIND_FLAG || r->kind == KIND_ALWAYS);
  if (value && !is_bool (value, &v))
    return trouble_set (why, ST_USAGE,
                        "'%s' is not a value of '%s': use true or false", value,
                        r->name);
  if (r->kind == KIND_FLAG)
    *(bool *) ((char *) f + r->offset) = v;
  else if (!v)
    vec_push (f->mem, &f->ignored, given);
  return ST_OK;
}

/* argv[*at] is an option; a value may be the word behind it. */
static status take_option (klee_flags *f, int argc, char **argv, int *at,
                           trouble *why) {
  const char *given = argv[*at];
  assert (*at < argc && given[0] == '-' && given[1]);
  const char *name = given + (given[1] == '-' ? 2 : 1);
  const char *value = strchr (name, '=');
  size_t n = value ? (size_t) (value++ - name) : strlen (name);
  const flag_row *r = find_row (name, n);
  if (!r) {
    vec_push (f->mem, &f->ours, given);
    return ST_OK;
  }
  if (r->kind == KIND_FLAG || r->kind == KIND_ALWAYS)
    return set_flag (f, r, given, value, why);
  bool takes_value = r->kind != KIND_VOID_FLAG;
  if (takes_value && !value && *at + 1 < argc)
    value = argv[++*at];
  if (takes_value && !value)
    return trouble_set (why, ST_USAGE, "'%s' needs a value", given);
  if (r->kind == KIND_TEXT)
    *(const char **) ((char *) f + r->offset) = value;
  else if (r->kind == KIND_LIST)
    vec_push (f->mem, (text_list *) ((char *) f + r->offset), value);
  else
    vec_push (f->mem, &f->ignored, given);
  return ST_OK;
}

status klee_flags_parse (klee_flags *f, memory *mem, int argc, char **argv,
                         trouble *why) {
  *f = (klee_flags) {.mem = mem};
  set_defaults (f);
  int at = 0;
  for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
    status st = take_option (f, argc, argv, &at, why);
    if (st)
      return st;
  }
  f->file = at < argc ? argv[at++] : "-";
  f->argc = argc - at;
  f->argv = argv + at;
  return ST_OK;
}

const char *klee_flags_near (const char *given) {
  char word[64];
  size_t n = 0;
  suggestion near = {.word = word};
  given += strspn (given, "-");
  for (; given[n] && given[n] != '=' && n + 1 < sizeof word; n++)
    word[n] = given[n] == '-' ? '_' : given[n];
  word[n] = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    suggest (&near, rows[i].name);
  return near.best;
}

void klee_flags_print (FILE *f) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].other)
      continue;
    flag_kind kind = rows[i].kind;
    fputs ("  --", f);
    for (const char *c = rows[i].name; *c; c++)
      fputc (*c == '_' ? '-' : *c, f);
    bool takes_value =
        kind == KIND_TEXT || kind == KIND_LIST || kind == KIND_VOID_TEXT;
    fprintf (f, "%s%s\n", takes_value ? "=VALUE" : "",
             kind == KIND_ALWAYS      ? "   (always so here)"
             : kind >= KIND_VOID_FLAG ? "   (no effect here)"
                                      : "");
  }
}

void klee_flags_release (klee_flags *f) {
#define LIST(NAME) vec_release (f->mem, &f->NAME);
#include "klee/flags.def"
  vec_release (f->mem, &f->ignored, &f->ours);
}
