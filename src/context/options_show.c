#include "context/options_priv.h"

#include "base/clock.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static bool get_flag (const options *o, const option_row *r) {
  return *(const bool *) const_field (o, r);
}

static int64_t get_number (const options *o, const option_row *r) {
  return *(const int64_t *) const_field (o, r);
}

static const char *get_choice (const options *o, const option_row *r) {
  assert (r->kind == OPTION_CHOICE);
  return r->choices[*(const unsigned *) const_field (o, r)];
}

static const char *get_text (const options *o, const option_row *r) {
  return *(const char *const *) const_field (o, r);
}

static uint64_t get_amount (const options *o, const option_row *r) {
  assert (r->kind == OPTION_SPAN || r->kind == OPTION_SIZE);
  return *(const uint64_t *) const_field (o, r);
}

/* A row in words. */

static void print_left (const option_row *r, char *text, size_t size) {
  char name[OPTION_NAME_MAX];
  option_name (r, name);
  int len = r->letter ? snprintf (text, size, "-%c, ", r->letter)
                      : snprintf (text, size, "    ");
  snprintf (text + len, size - (size_t) len, "--%s%s%s", name,
            r->argument ? "=" : "", r->argument ? r->argument : "");
}

/* What can be said about the values, without the default: "0..3", "a|b". */

static void print_values (const option_row *r, char *text, size_t size) {
  text[0] = 0;
  if (r->kind == OPTION_NUMBER)
    snprintf (text, size, "%" PRId64 "..%" PRId64, r->low, r->high);
  else if (r->kind == OPTION_CHOICE)
    option_list_choices (r, text, size);
}

static void print_value (const options *o, const option_row *r, char *text,
                         size_t size) {
  switch (r->kind) {
  case OPTION_FLAG:
    snprintf (text, size, "%s", get_flag (o, r) ? "on" : "off");
    break;
  case OPTION_NUMBER:
    snprintf (text, size, "%" PRId64, get_number (o, r));
    break;
  case OPTION_CHOICE:
    snprintf (text, size, "%s", get_choice (o, r));
    break;
  case OPTION_TEXT:
    snprintf (text, size, "%s", get_text (o, r) ? get_text (o, r) : "none");
    break;
  case OPTION_SPAN:
    snprintf (text, size, "%g%s", clock_seconds (get_amount (o, r)),
              get_amount (o, r) ? "s" : "");
    break;
  case OPTION_SIZE:
    snprintf (text, size, "%" PRIu64, get_amount (o, r));
    break;
  }
}

typedef struct row_text {
  char left[64]; /* the option with its argument */
  char values[200], standard[64];
} row_text;

static row_text describe (const option_row *r) {
  options defaults;
  row_text t;
  options_init (&defaults);
  print_left (r, t.left, sizeof t.left);
  print_values (r, t.values, sizeof t.values);
  print_value (&defaults, r, t.standard, sizeof t.standard);
  return t;
}

/* Words of a text, broken into lines that start at the given column. */

static void print_wrapped (FILE *file, const char *text, int column) {
  int at = column;
  while (*text) {
    int len = (int) strcspn (text, " ");
    if (at > column && at + 1 + len > 79) {
      fprintf (file, "\n%*s", column, "");
      at = column;
    }
    at += fprintf (file, "%s%.*s", at > column ? " " : "", len, text);
    text += len + (text[len] == ' ');
  }
  fputc ('\n', file);
}

#define HELP_COLUMN 27

void options_print_help (FILE *file, unsigned command) {
  for_each_option (r) {
    if (!(r->commands & command))
      continue;
    row_text t = describe (r);
    char text[600];
    if (r->kind == OPTION_FLAG)
      snprintf (text, sizeof text, "%s", r->help);
    else
      snprintf (text, sizeof text, "%s (%s%sdefault %s)", r->help, t.values,
                *t.values ? "; " : "", t.standard);
    int len = fprintf (file, "  %s", t.left);
    if (len + 2 > HELP_COLUMN)
      fprintf (file, "\n%*s", HELP_COLUMN, "");
    else
      fprintf (file, "%*s", HELP_COLUMN - len, "");
    print_wrapped (file, text, HELP_COLUMN);
  }
}

static json_t *value_json (const options *o, const option_row *r) {
  switch (r->kind) {
  case OPTION_FLAG:
    return json_boolean (get_flag (o, r));
  case OPTION_NUMBER:
    return json_integer (get_number (o, r));
  case OPTION_CHOICE:
    return json_string (get_choice (o, r));
  case OPTION_TEXT: {
    /* A path need not be UTF-8, JSON must: such a path is left out. */
    json_t *text = get_text (o, r) ? json_string (get_text (o, r)) : NULL;
    return text ? text : json_null ();
  }
  case OPTION_SPAN:
    return json_real (clock_seconds (get_amount (o, r)));
  case OPTION_SIZE:
    return json_integer ((json_int_t) get_amount (o, r));
  }
  assert (!"option kind");
  return json_null ();
}

json_t *options_json (const options *o, unsigned command) {
  json_t *object = json_object ();
  char name[OPTION_NAME_MAX];
  for_each_option (r) if (r->commands & command)
      json_object_set_new (object, option_name (r, name), value_json (o, r));
  return object;
}

static void print_commands (FILE *file, const option_row *r) {
  static const char *const names[] = {
#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) #NAME_,
#include "context/commands.def"
  };
  const char *comma = "";
  if (r->commands == COMMAND_ALL) {
    fputs ("all", file);
    return;
  }
  for (unsigned i = 0; i < N_COMMANDS; i++)
    if (r->commands & (1u << i)) {
      fprintf (file, "%s%s", comma, names[i]);
      comma = ", ";
    }
}

/* What it changes about a run, for those who wonder what is reused. */
static const char *effect_text (option_effect e) {
  return e & EFFECT_SHAPE    ? "paths"
         : e & EFFECT_LIMIT  ? "limit"
         : e & EFFECT_RESULT ? "result"
         : e & EFFECT_SPEED  ? "speed"
         : e & EFFECT_OUTPUT ? "output"
                             : "";
}

void options_print_markdown (FILE *file) {
  fputs ("# Options\n\nGenerated from `src/context/options.def` by `make "
         "docs`.\n\n*Changes* says what the option affects: which *paths* "
         "there are (runs that differ in it\nhave separate tries), how far "
         "paths go (a *limit*: only paths that it ended are explored\nagain), "
         "another part of the *result*, or only *speed* or *output* (the "
         "result of an\nunchanged run is reused).\n\n| option | commands | "
         "values | default | changes | meaning |\n|---|---|---|---|---|---|\n",
         file);
  for_each_option (r) {
    row_text t = describe (r);
    const char *name = t.left + strspn (t.left, " ");
    fprintf (file, "| `%s` | ", name);
    print_commands (file, r);
    fprintf (file, " | %s | %s | %s | %s |\n", t.values, t.standard,
             effect_text (r->effect), r->help);
  }
}

static void print_man_text (FILE *file, const char *text) {
  for (; *text; text++)
    if (*text == '-')
      fputs ("\\-", file);
    else
      fputc (*text, file);
}

void options_print_man (FILE *file) {
  for_each_option (r) {
    row_text t = describe (r);
    fputs (".TP\n.B ", file);
    print_man_text (file, t.left + strspn (t.left, " "));
    fputc ('\n', file);
    print_man_text (file, r->help);
    fputs (" (", file);
    print_man_text (file, t.values);
    fprintf (file, "%sdefault %s).\n", *t.values ? "; " : "", t.standard);
  }
}
