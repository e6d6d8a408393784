#include "diff/diffing.h"

#include "base/bits.h"
#include "base/clock.h"
#include "context/exit_status.h"
#include "diff/defined.h"
#include "diff/edited_lines.h"
#include "diff/matching.h"
#include "diff/one_module.h"
#include "diff/own_directory.h"
#include "machine/versus.h"
#include "program/version_files.h"
#include "report/report_json.h"
#include "report/verdict.h"
#include "run/subject.h"
#include "run/unchanged.h"
#include "store/store.h"
#include "suite/reference.h"
#include "suite/testcase_text.h"
#include "suite/typed_value.h"

#define SHOW_TIME (10 * CLOCK_SECOND) /* for one witness */

struct diffing {
  context *context;
  options given; /* which are the context's again afterwards */
  unchanged *unchanged;
  report recalled; /* of a result that was kept */
  memory *mem;
  diff_request request;
  subject now, before;
  run *run;
  change_marks marks;
  bool has_marks;
  char_vec out; /* directory of the tests, ours alone */
  arena texts;
  diff_result result;
};

/* Opening. */

static status make_directory (diffing *d) {
  context *c = d->context;
  status st = own_directory_make (c, &d->out);
  options o = c->options;
  o.out = d->out.data;
  if (!st)
    context_take_options (c, &o);
  return st;
}

static bool is_over (void *owner, state *s) {
  const diffing *d = owner;
  if (!d->has_marks || !versus_is_unaffected (s) ||
      change_marks_lead (&d->marks, s))
    return false;
  versus_leave (s);
  return true;
}

/* May be released, though it was not initialised. */
static void subject_prepare (subject *s, context *c) {
  *s = (subject) {.context = c, .mem = &c->memory};
  arena_init (&s->texts, s->mem);
}

/* Files of the program that were given are those of the version; what is not
 * given, and needed, is looked for in all of it.
 */
static void add_files (const diff_request *q, const char *root, subject *s) {
  size_t n = q->root ? strlen (q->root) : 0;
  given_flags *g = &s->given;
  for (size_t i = 0; n && i < g->file.len && g->file.data[i]; i++) {
    char *whole = realpath (g->file.data[i], NULL);
    if (root && whole && !strncmp (whole, q->root, n) && whole[n] == '/')
      g->file.data[i] = arena_printf (&g->texts, "%s%s", root, whole + n);
    free (whole);
  }
  if (!n)
    return;
  assert (g->file.len && !vec_last (&g->file));
  vec_last (&g->file) = root ? root : q->root;
  vec_push (s->mem, &g->file, NULL);
}

/* Both versions of a file are called as the new one is, from where it is. */
static void name_files (const diff_request *q, bool is_old, subject *s) {
  const char *root = is_old ? q->root_before : q->root_now;
  s->name_root = root ? root : q->root;
  if (q->root || !q->before || !q->now)
    return;
  char *whole = realpath (s->file.data, NULL);
  char *slash = whole ? strrchr (whole, '/') : NULL;
  if (slash)
    s->name_root = arena_string (&s->texts, whole, (size_t) (slash - whole));
  free (whole);
  const char *name = strrchr (q->now, '/');
  name = name ? name + 1 : q->now;
  const char *colon = strrchr (name, ':');
  s->name = arena_string (&s->texts, name,
                          colon ? (size_t) (colon - name) : strlen (name));
}

/* One of the two versions. */
static status init_version (context *c, const diff_request *q, bool is_old,
                            subject *s) {
  status st =
      subject_init (s, c, is_old ? q->before : q->now, q->argc, q->argv);
  const char *root = is_old ? q->root_before : q->root_now;
  s->moved_from = root ? q->root : NULL;
  s->moved_to = root;
  s->moved_name = is_old ? q->name_before : q->name_now;
  if (!st) {
    name_files (q, is_old, s);
    add_files (q, root, s);
  }
  return st;
}

static const defined_name *find_defined (const defined_names *all,
                                         const char *name) {
  for (size_t i = 0; i < all->len; i++)
    if (!strcmp (all->data[i].name, name))
      return all->data + i;
  return NULL;
}

static void add_defined (memory *mem, const char *text, char_vec *out) {
  text_add (mem, out, text, strlen (text) + 1);
}

static bool is_program (const defined_names *all) {
  return find_defined (all, "main") ||
         find_defined (all, "LLVMFuzzerTestOneInput");
}

/* Its text is not in a header, which others include, too. */
static bool is_of_file (const defined_name *f) {
  size_t n = strlen (f->file);
  return !n || (n > 2 && !strcmp (f->file + n - 2, ".c"));
}

static void compare_variable (memory *mem, const defined_name *v,
                              const defined_name *old, diff_functions *out) {
  if (!v->is_variable || v->is_local)
    return;
  if (!old || !hash128_eq (old->digest, v->digest))
    add_defined (mem, v->name, &out->variables);
  if (old && !hash128_eq (old->value, v->value))
    add_defined (mem, v->name, &out->values);
}

/* Nothing of its name is here. */
static void miss_defined (memory *mem, const defined_name *f,
                          diff_functions *out) {
  if (f->is_local)
    return;
  add_defined (mem, f->name,
               f->is_variable ? &out->gone_variables : &out->gone);
  if (f->is_variable)
    add_defined (mem, f->name, &out->variables);
}

static void compare_defined (memory *mem, const defined_names *before,
                             const defined_names *now, diff_functions *out) {
  for (size_t i = 0; i < now->len; i++) {
    const defined_name *f = now->data + i;
    const defined_name *old = find_defined (before, f->name);
    compare_variable (mem, f, old, out);
    if (f->is_variable && !old && !f->is_local)
      add_defined (mem, f->name, &out->added_variables);
    if (f->is_variable)
      continue;
    if (!old && is_of_file (f))
      add_defined (mem, f->name, &out->added);
    else if (!old)
      continue;
    else if (!hash128_eq (old->digest, f->digest)) {
      add_defined (mem, f->name, &out->changed);
      add_defined (mem, f->file, &out->changed);
    }
  }
  for (size_t i = 0; i < before->len; i++) {
    const defined_name *f = before->data + i;
    const defined_name *is = find_defined (now, f->name);
    if (!is)
      miss_defined (mem, f, out);
    else if (is->is_local && !f->is_local)
      add_defined (mem, f->name, &out->hidden);
  }
  out->has_main = is_program (before) && is_program (now);
}

void diff_functions_release (memory *mem, diff_functions *f) {
  vec_release (mem, &f->changed, &f->variables, &f->added, &f->gone, &f->values,
               &f->added_variables, &f->gone_variables);
}

static status list_functions (context *c, const diff_request *q, bool is_old,
                              bool is_linked, arena *to, defined_names *out) {
  subject s;
  if (!(is_old ? q->before : q->now))
    return ST_OK;
  status st = init_version (c, q, is_old, &s);
  program_config config = subject_config (&s);
  config.entry = ""; /* static ones, too */
  if (!st)
    st = defined_list (&config, is_linked, to, out, &c->trouble);
  subject_release (&s);
  return st;
}

status diffing_functions (context *c, const diff_request *q, bool is_linked,
                          diff_functions *out) {
  defined_names a = {0}, b = {0};
  arena names;
  arena_init (&names, &c->memory);
  status st = list_functions (c, q, true, is_linked, &names, &a);
  if (!st)
    st = list_functions (c, q, false, is_linked, &names, &b);
  if (!st)
    compare_defined (&c->memory, &a, &b, out);
  vec_release (&c->memory, &a);
  vec_release (&c->memory, &b);
  arena_release (&names);
  return st;
}

/* The same again. */

static bool read_kept (diffing *d, const char *text, size_t n) {
  trouble ignored = {0};
  char_vec wrong = {0};
  json_t *o = json_loadb (text, n, 0, NULL);
  diff_result *r = &d->result;
  bool is_good =
      o &&
      json_members_read (diff_result_members, json_object_get (o, "diff"), r,
                         &d->texts, &wrong) &&
      !report_of_json (&d->recalled, json_object_get (o, "report"), "it",
                       &d->texts, &ignored) &&
      !d->recalled.state;
  json_decref (o);
  vec_release (NULL, &wrong);
  d->recalled.context = d->context;
  d->recalled.explored.instructions = 0;
  r->report = &d->recalled;
  if (!is_good)
    *r = (diff_result) {0};
  return is_good;
}

/* With the store, and in which --check does not want it all again. */
static bool recall_diff (diffing *d) {
  const char *text;
  size_t n;
  options o = d->context->options;
  o.all_errors = true;
  context_take_options (d->context, &o);
  store_choose_default (d->context);
  d->unchanged = unchanged_open (&d->now);
  return d->context->options.check < 2 &&
         unchanged_recall_text (d->unchanged, &text, &n) &&
         read_kept (d, text, n);
}

static void keep_diff (diffing *d) {
  bool is_exact = true;
  json_t *result =
      json_members_write (diff_result_members, &d->result, &is_exact);
  json_t *o = json_pack ("{s:o, s:o}", "diff", result, "report",
                         report_json (d->result.report, &is_exact));
  char *text = is_exact ? json_dumps (o, JSON_COMPACT) : NULL;
  if (text)
    unchanged_keep_text (d->unchanged, d->result.report, text);
  free (text);
  json_decref (o);
}

status diffing_open (context *c, const diff_request *q, diffing **out) {
  diffing *d = memory_zalloc (&c->memory, sizeof *d);
  program *p = NULL;
  status st;
  d->context = c;
  d->given = c->options;
  d->mem = &c->memory;
  d->request = *q;
  subject_prepare (&d->now, c);
  subject_prepare (&d->before, c);
  arena_init (&d->texts, d->mem);
  TRY (init_version (c, q, true, &d->before));
  TRY (init_version (c, q, false, &d->now));
  d->now.before = &d->before;
  d->now.rules = &one_module;
  *out = d;
  if (recall_diff (d))
    return ST_OK;
  TRY (make_directory (d));
  TRY (subject_load (&d->now, unchanged_footing (d->unchanged), clock_now (),
                     &p));
  TRY (run_open (c,
                 &(run_request) {.input = q->now,
                                 .program = p,
                                 .argc = q->argc,
                                 .argv = q->argv,
                                 .is_over = is_over,
                                 .owner = d},
                 &d->run));
  machine_set_match (explorer_machine (run_explorer (d->run)), outcomes_match);
  change_marks_init (&d->marks, d->mem,
                     explorer_machine (run_explorer (d->run)));
  d->has_marks = true;
  return ST_OK;
out:
  diffing_free (d);
  return st;
}

run *diffing_run (diffing *d) { return d->run; }

void diffing_free (diffing *d) {
  if (!d)
    return;
  if (d->has_marks)
    change_marks_release (&d->marks);
  run_free (d->run);
  unchanged_free (d->unchanged);
  own_directory_remove (&d->out);
  context_take_options (d->context, &d->given);
  subject_release (&d->now);
  subject_release (&d->before);
  if (d->run)
    vec_release (d->mem, &d->result.classes);
  arena_release (&d->texts);
  vec_release (d->mem, &d->out);
  memory_free (d->mem, d, sizeof *d);
}

/* Witnesses. */

typedef struct diff_look {
  diffing *diffing;
  diff_class *to;
  bool is_confirmed;
} diff_look;

/* Nothing is symbolic. */
static uint64_t known_value (void *owner, term t) {
  const terms *ts = owner;
  return term_is_const (ts, t) ? term_word (ts, t) : 0;
}

static void evaluate (diffing *d, machine *m, const outcome *from,
                      outcome *out) {
  terms *ts = machine_terms (m);
  outcome_evaluate (ts, from, ts, known_value, &d->texts, out);
}

/* In the words of each version; what is the same is told as such. */
static void take_raw (diffing *d, machine *m, const state *s, outcome *now,
                      outcome *before) {
  outcome a, b, raw, raw_before;
  outcomes_match (m, s, &d->texts, &a, &b, true);
  evaluate (d, m, &a, &raw);
  evaluate (d, m, &b, &raw_before);
  assert (raw.n == now->n && raw_before.n == before->n);
  outcome_part *part =
      arena_copy (&d->texts, raw_before.part, raw_before.n * sizeof *part);
  for (uint32_t i = 0; i < raw_before.n && i < raw.n; i++)
    if (outcome_part_is_same (now->part + i, before->part + i))
      part[i] = raw.part[i];
  *now = raw;
  before->part = part;
}

static void take_outcomes (diffing *d, machine *m, const state *s, outcome *now,
                           outcome *before) {
  assert (s->end.kind == END_FAULT && s->end.fault == FAULT_DIFFERENT);
  outcome a, b;
  bool is_arranged = outcomes_match (m, s, &d->texts, &a, &b, false);
  evaluate (d, m, &a, now);
  evaluate (d, m, &b, before);
  if (is_arranged)
    take_raw (d, m, s, now, before);
}

static void diff_look_at (void *owner, machine *m, const state *s) {
  diff_look *w = owner;
  outcome now, before;
  if (s->end.kind != END_FAULT || s->end.fault != FAULT_DIFFERENT)
    return;
  take_outcomes (w->diffing, m, s, &now, &before);
  w->is_confirmed = true;
  const program *p = machine_program (m);
  diff_describe (&now, &before, program_types (p), program_types_before (p),
                 &w->diffing->texts, w->to);
}

/* Numbers weigh what they are, everything else by its bytes. */
static uint64_t weight_of_input (const testcase *t, const testinput *in) {
  uint64_t w = 0;
  unsigned bits = in->size <= 8 ? (unsigned) (8 * in->size) : 0;
  for (uint64_t k = 0; k < in->size && !bits; k++)
    w += in->bytes[k] ? UINT64_C (256) + in->bytes[k] : 0;
  if (!bits)
    return w;
  w = bits_load (in->bytes, (uint8_t) in->size);
  bool is_negative = testcase_type (t, in).kind == DATATYPE_SIGNED &&
                     bits_signed (w, bits) < 0;
  w = is_negative ? -(uint64_t) bits_signed (w, bits) : w;
  return w ? 2 * (w & bits_mask (48)) + is_negative : 0;
}

static uint64_t weight_of (const testcase *t) {
  uint64_t w = 0;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    w += weight_of_input (t, t->input + i);
  return w;
}

static const testinput *input_named (const testcase *t, const char *name) {
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (!strcmp (t->input[i].name, name))
      return t->input + i;
  return NULL;
}

/* Does the driver have an object for it, or a function, "name()"? */
static bool has_target (const datatypes *types, const char *name) {
  size_t n = strlen (name);
  for (size_t i = 0; i < types->objects.len; i++) {
    const char *other = types->objects.data[i].name;
    if (!strncmp (other, name, n) && (!other[n] || !strcmp (other + n, "()")))
      return true;
  }
  return false;
}

/* The parameter that is null instead of leading to something, or NULL
 * (program/harness.h).
 */
static const char *null_parameter (const testcase *t) {
  const testinput *in = input_named (t, HARNESS_NULL);
  const datatypes *types = t->types;
  uint8_t k = in ? *in->bytes : 0;
  for (size_t i = 0; types && k && i < types->params.len; i++) {
    const char *name = types->params.data[i].name;
    if (types->params.data[i].type->kind == DATATYPE_POINTER &&
        has_target (types, name) && !--k)
      return name;
  }
  return NULL;
}

static bool is_behind (const char *input, const char *param) {
  size_t n = param ? strlen (param) : 0;
  return n && !strncmp (input, param, n) &&
         (!input[n] || strchr (".[", input[n]));
}

/* What is between members; all zeros say nothing. */
static bool is_plain_padding (const testinput *in) {
  size_t n = strlen (in->name), k = strlen (HARNESS_PADDING);
  bool is_zero = n > k && !strcmp (in->name + n - k, HARNESS_PADDING);
  for (uint64_t i = 0; is_zero && i < in->size; i++)
    is_zero = !in->bytes[i];
  return is_zero;
}

/* Without what nobody sees: which parameter is null, and what it would have led
 * to.
 */
static testcase without_null (diffing *d, const testcase *t) {
  const char *null = null_parameter (t);
  testcase res = *t;
  testinput *input = arena_alloc (&d->texts, t->n_inputs * sizeof *input);
  res.input = input;
  res.n_inputs = 0;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (strcmp (t->input[i].name, HARNESS_NULL) &&
        !is_behind (t->input[i].name, null) && !is_plain_padding (t->input + i))
      input[res.n_inputs++] = t->input[i];
  return res;
}

/* "tri(3, 3, 3)", where each parameter is one input; false: it is not so. */
static bool print_call (const testcase *t, const char *null, char_vec *out) {
  const datatypes *types = t->types;
  if (!types || !types->entry[0] ||
      types->params.len != t->n_inputs + (null != NULL))
    return false;
  text_printf (NULL, out, "%s(", types->entry);
  for (size_t i = 0; i < types->params.len; i++) {
    const char *name = types->params.data[i].name;
    const testinput *in = input_named (t, name);
    bool is_null = null && !strcmp (name, null);
    if (!in && !is_null)
      return false;
    text_puts (NULL, out, i ? ", " : "");
    text_puts (NULL, out, is_null ? "NULL" : "");
    datatype type = is_null ? (datatype) {0} : testcase_type (t, in);
    if (!is_null)
      typed_print (&type, in->bytes, TYPED_SHORT, NULL, out);
  }
  text_puts (NULL, out, ")");
  return true;
}

#define MOST_INPUTS 6 /* that are shown though they are 0 */

/* Of many, zeros say little; true: some are left out. */
static bool drop_zeros (testcase *t) {
  testinput *input = (testinput *) t->input;
  uint32_t n = 0;
  if (t->n_inputs <= MOST_INPUTS)
    return false;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (weight_of_input (t, t->input + i))
      input[n++] = t->input[i];
  bool is_less = n < t->n_inputs;
  t->n_inputs = n;
  return is_less;
}

static const char *inputs_of (diffing *d, const testcase *whole,
                              bool *is_call) {
  char_vec text = {0};
  testcase t = without_null (d, whole);
  const char *null = null_parameter (whole);
  *is_call = print_call (&t, null, &text);
  if (!*is_call) {
    vec_clear (&text);
    bool is_less = drop_zeros (&t);
    if (null)
      text_printf (NULL, &text, "%s=NULL%s", null, t.n_inputs ? " " : "");
    testcase_inputs (&t, &text);
    if (is_less)
      text_puts (NULL, &text, text.len ? ", all else 0" : "all inputs 0");
  }
  const char *res = arena_string (&d->texts, text.data, text.len);
  vec_release (NULL, &text);
  return res;
}

/* Files of a revision are called as in the working tree. */
static const char *without_root (const diffing *d, const char *path) {
  const char *const roots[] = {d->request.root_now, d->request.root};
  for (int i = 0; i < 2; i++) {
    size_t n = roots[i] ? strlen (roots[i]) : 0;
    if (n && !strncmp (path, roots[i], n) && path[n] == '/')
      return path + n + 1;
  }
  return path;
}

static const function *function_named (const program *p, const char *name,
                                       bool is_before) {
  for (uint32_t i = 0; i < program_count_functions (p); i++) {
    const function *f = program_function (p, i);
    if (f->is_before == is_before && f->file && !strcmp (f->base, name))
      return f;
  }
  return NULL;
}

/* The last line that has code; of code inlined from elsewhere, none. */
static uint32_t last_line (program *p, const function *f) {
  const code *c =
      program_code (p, program_function_at (p, address_slot (f->address)));
  uint32_t last = f->line;
  for (uint32_t i = 0; c->place && i < c->n_insns; i++)
    if (c->place[i].file == f->file && c->place[i].line > last)
      last = c->place[i].line;
  return last;
}

/* In another file: a header, or one that has a variable. */
static void find_elsewhere (diffing *d, diff_class *x, uint32_t first,
                            uint32_t last) {
  const diff_request *q = &d->request;
  const char *root = q->root_now ? q->root_now : q->root;
  char_vec now = {0}, before = {0};
  uint32_t line = 0;
  if (q->changed)
    EACH_TEXT (at, q->changed) {
      vec_clear (&now);
      vec_clear (&before);
      text_printf (d->mem, &now, "%s/%s", root, at);
      text_printf (d->mem, &before, "%s/%s", q->root_before, at);
      line = edited_lines_elsewhere (d->mem, text_c (d->mem, &now),
                                     text_c (d->mem, &before), x->changed.file,
                                     first, last);
      if (!line)
        continue;
      x->changed.file = arena_string (&d->texts, now.data, now.len);
      x->changed.line = line;
      x->is_outside = true;
      break;
    }
  vec_release (d->mem, &now, &before);
}

/* The edit that explains what happens at the place. */
static void find_edit (diffing *d, diff_class *x) {
  program *p = run_program (d->run);
  const function *f = function_named (p, x->changed.function, false);
  const function *old = function_named (p, x->changed.function, true);
  if (!f || !old || !f->has_body ||
      strcmp (program_file (p, f->file), x->changed.file))
    return;
  uint32_t last = last_line (p, f);
  edited_place at =
      edited_lines_find (d->mem, x->changed.file, program_file (p, old->file),
                         f->line, last, x->changed.line);
  x->changed.line = at.line;
  x->is_outside = at.is_outside;
  if (!at.is_edited)
    find_elsewhere (d, x, f->line, last);
}

static void add_class (diffing *d, reference *r, const testcase *t) {
  diff_class x = {.now = "",
                  .before = "",
                  .text = "",
                  .what = "",
                  .changed = t->end.at,
                  .weight = weight_of (t)};
  x.inputs = inputs_of (d, t, &x.is_call);
  if (!x.changed.line && t->types)
    x.changed.function = t->types->entry;
  find_edit (d, &x);
  x.changed.file = without_root (d, x.changed.file);
  x.changed.file =
      arena_string (&d->texts, x.changed.file, strlen (x.changed.file));
  x.changed.function =
      arena_string (&d->texts, x.changed.function, strlen (x.changed.function));
  diff_look w = {.diffing = d, .to = &x};
  reference_show (r, t, clock_now () + SHOW_TIME, &w, diff_look_at);
  if (w.is_confirmed)
    vec_push (d->mem, &d->result.classes, x);
  else
    d->result.unconfirmed++;
}

static int by_place (const void *a, const void *b) {
  const diff_class *x = a, *y = b;
  int order = strcmp (x->changed.file, y->changed.file);
  if (order)
    return order;
  if (x->changed.line != y->changed.line)
    return x->changed.line < y->changed.line ? -1 : 1;
  if (x->weight != y->weight)
    return x->weight < y->weight ? -1 : 1;
  if (strlen (x->inputs) != strlen (y->inputs))
    return strlen (x->inputs) < strlen (y->inputs) ? -1 : 1;
  return strcmp (x->inputs, y->inputs);
}

static void count_failing (diff_result *out, fault_kind fault) {
  size_t i = 0;
  assert (fault < FAULT_COUNT);
  while (i < out->n_failing &&
         strcmp (out->failing[i].name, fault_name (fault)))
    i++;
  if (i == out->n_failing)
    out->failing[out->n_failing++] = (json_count) {fault_name (fault), 0};
  out->failing[i].n++;
}

static void take_test (diffing *d, reference *r, const testcase *t) {
  diff_result *out = &d->result;
  if (t->end.kind == END_FAULT && t->end.fault == FAULT_DIFFERENT)
    add_class (d, r, t);
  if (t->end.kind != END_EXIT)
    return;
  int fault = t->end.status / VERSUS_FAULT;
  if (fault)
    count_failing (out, (fault_kind) fault);
  if (t->end.status % VERSUS_FAULT == VERSUS_SAME)
    out->same++;
  else
    out->unaffected++;
}

static status read_tests (diffing *d) {
  context *c = d->context;
  suite *tests = suite_open (d->mem, d->out.data, &c->trouble);
  testcase t;
  if (!tests)
    return c->trouble.code;
  reference *r = reference_new (c, run_program (d->run), (int) d->now.arg.len,
                                d->now.arg.data);
  machine_set_match (reference_machine (r), outcomes_match);
  change_marks_keep_globals (&d->marks, reference_machine (r));
  for (uint32_t i = 0; i < suite_count (tests); i++) {
    suite_get (tests, i, &t);
    take_test (d, r, &t);
  }
  reference_free (r);
  suite_free (tests);
  return ST_OK;
}

/* The database of the working tree, if the flags of this version are from it.
 */
static const char *foreign_flags (diffing *d, subject *s) {
  program_config config = subject_config (s);
  char_vec own = {0};
  database base;
  trouble ignored = {0};
  const char *res = "", *given = version_database (&config, &own);
  char *input = version_real_input (&config);
  if (config.moved_to && !own.len && input &&
      !database_open (&base, d->mem, given, input, &ignored)) {
    if (base.path && version_entry (&config, &base)) {
      res = without_root (d, base.path);
      res = arena_string (&d->texts, res, strlen (res));
    }
    database_close (&base);
  }
  free (input);
  vec_release (d->mem, &own);
  return res;
}

static const char *find_flags (diffing *d) {
  const char *res = foreign_flags (d, &d->before);
  return *res ? res : foreign_flags (d, &d->now);
}

/* Where no path comes to its end in both, nothing was compared. What the
 * options accept is not kept: it is no part of the answer.
 */
static void answer_of_run (diff_result *r) {
  run_verdict v;
  verdict_init (&v, r->report);
  bool is_told = !r->n_changed || diff_failing_paths (r) < diff_paths (r);
  bool is_whole = v.answer == RUN_SAFE && !r->unconfirmed && is_told;
  r->answer = r->classes.len ? DIFF_DIFFERENT
              : is_whole     ? DIFF_EQUIVALENT
                             : DIFF_UNKNOWN;
  bool is_cut = v.answer == RUN_INCOMPLETE && !diff_paths (r);
  r->is_accepted = v.status == CLI_OK && !r->unconfirmed && (is_told || is_cut);
  verdict_release (&v);
}

status diffing_result (diffing *d, const report *rep, diff_result *out) {
  diff_result *r = &d->result;
  status st = rep ? read_tests (d) : ST_OK;
  if (rep) {
    r->report = rep;
    r->flags = find_flags (d);
    r->n_changed = d->marks.n_functions;
    r->is_first_call = report_has_state (run_program (d->run));
  }
  if (r->classes.len)
    qsort (r->classes.data, r->classes.len, sizeof (diff_class), by_place);
  answer_of_run (r);
  *out = *r;
  if (rep && !st)
    keep_diff (d);
  return st;
}

const char *diff_answer_name (diff_answer a) {
  static const char *const name[] = {"equivalent", "different", "unknown"};
  assert (a <= DIFF_UNKNOWN);
  return name[a];
}
