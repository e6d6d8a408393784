#include "klee/endings.h"

#include "explore/explorer.h"

#include <string.h>

typedef struct ending_row {
  ending_type type;
  const char *suffix, *text;
} ending_row;

static const ending_row rows[FAULT_COUNT] = {
#define ENDING(FAULT, Type, suffix, text) \
  [FAULT_##FAULT] = {TYPE_##Type, suffix, text},
#include "klee/endings.def"
};

/* Cuts are told apart by how their texts begin. */
static const struct {
  const char *start;
  ending_type type;
  const char *suffix; /* NULL: the path only ended early */
  const char *text;   /* NULL: ours */
} cuts[] = {
    {EXPLORE_DEPTH_TEXT, TYPE_MaxDepth, NULL, "max-depth exceeded."},
    {"limit: ", TYPE_Interrupted, NULL, "Execution halting."},
    {"interrupted", TYPE_Interrupted, NULL, "Execution halting."},
    {"solver: ", TYPE_Solver, "solver", NULL},
    {"call of undefined function", TYPE_External, "external", NULL},
    {"not supported: ", TYPE_Execution, "exec", NULL},
    {"unsupported: ", TYPE_Execution, "exec", NULL},
    {"", TYPE_Interrupted, NULL, NULL},
};

/* Faults that KLEE tells apart by what happened, as our details do. */
static const struct {
  fault_kind fault;
  const char *detail;
  ending_row row;
} special[] = {
    {FAULT_INVALID_FREE, "on the stack", {TYPE_Free, "free", "free of alloca"}},
    {FAULT_INVALID_FREE,
     "a global object",
     {TYPE_Free, "free", "free of global"}},
    {FAULT_BAD_INTRINSIC,
     "klee_make_symbolic of ",
     {TYPE_User, "user", "Wrong size given to klee_make_symbolic"}},
};

static const ending_row *row_of (const testcase *t) {
  for (size_t i = 0; i < sizeof special / sizeof *special; i++)
    if (t->fault == special[i].fault && strstr (t->text, special[i].detail))
      return &special[i].row;
  return rows + t->fault;
}

static size_t cut_of (const testcase *t) {
  size_t i = 0;
  while (strncmp (t->text, cuts[i].start, strlen (cuts[i].start)))
    i++;
  return i;
}

ending_type ending_type_of (const testcase *t) {
  switch (t->end) {
  case END_EXIT:
    return TYPE_Exit;
  case END_FAULT:
    return row_of (t)->type;
  case END_CUT:
    return cuts[cut_of (t)].type;
  default:
    return TYPE_SilentExit;
  }
}

const char *ending_type_name (ending_type type) {
  switch (type) {
#define TYPE(Name, NUMBER) \
  case TYPE_##Name: \
    return #Name;
#include "klee/endings.def"
  }
  return "";
}

bool ending_is_error (const testcase *t) {
  return t->end == END_FAULT || (t->end == END_CUT && cuts[cut_of (t)].suffix);
}

const char *ending_suffix (const testcase *t, const state *s) {
  if (t->end == END_CUT)
    return cuts[cut_of (t)].suffix;
  if (t->fault == FAULT_REPORTED && s && s->end.suffix[0])
    return s->end.suffix;
  return row_of (t)->suffix;
}

void ending_write (memory *mem, const testcase *t, char_vec *out) {
  const char *text =
      t->end == END_CUT ? cuts[cut_of (t)].text : row_of (t)->text;
  bool is_own = t->end == END_CUT || t->fault == FAULT_REPORTED ||
                t->fault == FAULT_BAD_INTRINSIC;
  if (text)
    text_puts (mem, out, text);
  else if (is_own && t->text[0])
    text_puts (mem, out, t->text);
  else
    text_puts (mem, out, fault_text (t->fault));
  if (t->fault == FAULT_ASSERTION && t->text[0])
    text_printf (mem, out, ": %s", t->text);
}

void end_counts_add (end_counts *e, const testcase *t) {
  ending_type type = ending_type_of (t);
  bool is_execution = type == TYPE_Execution || type == TYPE_External;
  e->solver += type == TYPE_Solver;
  e->user += type == TYPE_User;
  e->execution_fault += is_execution && t->end == END_FAULT;
  e->execution_cut += is_execution && t->end == END_CUT;
}
