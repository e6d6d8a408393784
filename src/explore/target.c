/* --target: from FILE:LINE or a function's name to instructions.
 *
 * Each target is a bit. Its instructions are the first of each run of code, in
 * a block, that belongs to the line or was inlined from the function; what lies
 * between them is met through them. By block it is noted who passes a target
 * for sure ('entered': nothing before it can fork or end) and who only does if
 * it leaves the block on the other side ('passed'): the trie knows blocks, not
 * instructions.
 *
 * If there is no such code the sentence names what is nearest.
 */

#include "explore/target.h"

#include "base/suggest.h"
#include "explore/flow.h"

typedef struct finder {
  targets *targets;
  uint64_t bit; /* of this one */
  target *target;
  memory *mem;
  program *program;
  const char *text;     /* of one */
  const char *function; /* its name, or NULL: a line */
  char_vec file;
  uint32_t line, last;   /* the same, but of a range */
  bool is_optional;      /* it may have no code that can be reached */
  const flow *flow;      /* for those */
  uint32_t below, above; /* nearest lines with code, 0: none */
  bool has_file;
} finder;

/* Names of files. */

static const char *skip_dot (const char *path) {
  while (path[0] == '.' && path[1] == '/')
    path += 2;
  return path;
}

/* One is the other, or its last parts. */
static bool is_same_file (const char *a, const char *b) {
  a = skip_dot (a);
  b = skip_dot (b);
  size_t m = strlen (a), n = strlen (b);
  if (m > n)
    return is_same_file (b, a);
  return m && !strcmp (a, b + n - m) && (m == n || b[n - m - 1] == '/');
}

/* Instructions. */

static void note_line (finder *f, uint32_t line) {
  f->has_file = true;
  if (line < f->line && line > f->below)
    f->below = line;
  if (line > f->last && (!f->above || line < f->above))
    f->above = line;
}

static bool is_at_line (finder *f, place at) {
  if (!at.file || !at.line ||
      !is_same_file (program_file (f->program, at.file), f->file.data))
    return false;
  note_line (f, at.line);
  return at.line >= f->line && at.line <= f->last;
}

static bool is_inlined (const finder *f, uint32_t at) {
  while (at) {
    const scope *s = program_scope (f->program, at);
    if (!strcmp (s->function, f->function))
      return true;
    at = s->parent;
  }
  return false;
}

static bool is_there (finder *f, const code *c, uint32_t pc) {
  return f->function ? is_inlined (f, c->scope[pc])
                     : is_at_line (f, c->place[pc]);
}

/* Whoever enters a block comes as far as the first instruction that can ask,
 * call, or end the path.
 */
static bool is_harmless (const insn *i) {
  switch (i->op) {
  case OP_BLOCK:
  case OP_MOVE:
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_INDEX:
  case OP_OFFSET:
    return true;
  default:
    return i->op >= OP_EQ && i->op <= OP_SLE;
  }
}

static target_mark *mark_of (finder *f, uint32_t index) {
  targets *t = f->targets;
  uint64_t *at = map_at (&t->mark_at, index + UINT64_C (1));
  if (!*at) {
    vec_push (f->mem, &t->marks, (target_mark) {0});
    *at = t->marks.len;
  }
  return t->marks.data + *at - 1;
}

static void target_add (finder *f, const code *c, const block *b, uint32_t pc) {
  assert (b->first <= pc && pc < b->first + b->n);
  target_mark *m = mark_of (f, b->index);
  bool is_near = true;
  for (uint32_t i = b->first; i < pc && is_near; i++)
    is_near = is_harmless (c->insn + i);
  m->passed |= f->bit;
  m->entered |= is_near ? f->bit : 0;
  vec_push (f->mem, &f->target->insns, (target_insn) {c->function, pc});
}

/* The first of each run within a block. */
static void look_at_code (finder *f, const code *c) {
  for (uint32_t i = 0; i < c->n_blocks; i++) {
    const block *b = c->block + i;
    bool was_there = false;
    for (uint32_t pc = b->first; pc < b->first + b->n; pc++) {
      bool is = is_there (f, c, pc);
      if (is && !was_there)
        target_add (f, c, b, pc);
      was_there = is;
    }
  }
}

static bool has_code (const function *fn) {
  return fn->has_body && fn->builtin == BUILTIN_NONE;
}

static bool is_asked_for (const finder *f, uint32_t i) {
  return !f->is_optional || f->flow->functions.data[i].n;
}

static void look_at_all (finder *f) {
  for (uint32_t i = 0; i < program_count_functions (f->program); i++) {
    const function *fn = program_function (f->program, i);
    if (fn->is_users && has_code (fn) && is_asked_for (f, i))
      look_at_code (f, program_code (f->program, i));
  }
}

/* What to say when there is none. */

static status no_function (const finder *f, trouble *t) {
  uint32_t number = program_find_function (f->program, f->function);
  if (number != UINT32_MAX)
    return trouble_set (t, ST_USAGE,
                        "--target: '%s' has no code of its own; give a line "
                        "that calls it, as FILE:LINE",
                        f->function);
  suggestion s = {.word = f->function};
  for (uint32_t i = 0; i < program_count_functions (f->program); i++)
    if (program_function (f->program, i)->is_users)
      suggest (&s, program_function (f->program, i)->name);
  return trouble_set (t, ST_USAGE,
                      "--target: the program has no function '%s'%s%s%s",
                      f->function, s.best ? "; did you mean '" : "",
                      s.best ? s.best : "", s.best ? "'?" : "");
}

static status no_file (const finder *f, trouble *t) {
  assert (!f->function && !f->has_file);
  suggestion s = {.word = basename (f->file.data)};
  for (uint32_t i = 0; i < program_count_functions (f->program); i++) {
    const function *fn = program_function (f->program, i);
    if (fn->is_users && fn->file)
      suggest (&s, basename (program_file (f->program, fn->file)));
  }
  return trouble_set (t, ST_USAGE,
                      "--target: no code of the program comes from '%s'%s%s%s",
                      f->file.data, s.best ? "; did you mean '" : "",
                      s.best ? s.best : "", s.best ? "'?" : "");
}

static status no_line (const finder *f, trouble *t) {
  assert (f->below || f->above); /* the file has code, not in this line */
  if (f->below && f->above)
    return trouble_set (t, ST_USAGE,
                        "--target: there is no code at '%s'; the nearest lines "
                        "with code are %u and %u",
                        f->text, f->below, f->above);
  return trouble_set (
      t, ST_USAGE,
      "--target: there is no code at '%s'; the nearest line with code is %u",
      f->text, f->below ? f->below : f->above);
}

static const char *read_line (const char *text, uint32_t *out) {
  size_t digits = strspn (text, "0123456789");
  if (!digits || digits > 9)
    return NULL;
  *out = (uint32_t) strtoul (text, NULL, 10);
  return text + digits;
}

/* FILE:LINE or FILE:LINE-LINE, with ? where there may be no code; else a
 * function.
 */
static void target_split (finder *f) {
  const char *colon = strrchr (f->text, ':');
  const char *end = colon ? read_line (colon + 1, &f->line) : NULL;
  f->last = f->line;
  if (end && *end == '-')
    end = read_line (end + 1, &f->last);
  f->is_optional = end && *end == '?';
  if (f->is_optional)
    end++;
  if (!end || *end) {
    f->function = f->text;
    return;
  }
  text_add (f->mem, &f->file, f->text, (size_t) (colon - f->text));
  text_c (f->mem, &f->file);
}

static status find_one (finder *f, trouble *t) {
  target_split (f);
  uint32_t number = f->function
                        ? program_find_function (f->program, f->function)
                        : UINT32_MAX;
  if (number != UINT32_MAX &&
      has_code (program_function (f->program, number))) {
    const code *c = program_code (f->program, number);
    target_add (f, c, c->block, c->block[0].first);
  }
  look_at_all (f);
  if (f->target->insns.len || f->is_optional)
    return ST_OK;
  return f->function   ? no_function (f, t)
         : f->has_file ? no_line (f, t)
                       : no_file (f, t);
}

static status add_target (targets *out, memory *mem, program *p,
                          const flow *from, trouble *t, const char *text,
                          size_t len) {
  if (out->all.len == MAX_TARGETS)
    return trouble_set (t, ST_USAGE, "--target: at most %d places at a time",
                        MAX_TARGETS);
  if (!len)
    return trouble_set (t, ST_USAGE,
                        "--target: a place is missing before or after a comma");
  vec_push (mem, &out->all, (target) {0});
  target *one = &vec_last (&out->all);
  text_add (mem, &one->text, text, len);
  finder f = {.targets = out,
              .bit = UINT64_C (1) << (out->all.len - 1),
              .target = one,
              .mem = mem,
              .program = p,
              .flow = from,
              .text = text_c (mem, &one->text)};
  status st = find_one (&f, t);
  vec_release (mem, &f.file);
  if (f.is_optional) {
    one->text.len = len - 1;
    text_c (mem, &one->text);
  }
  if (!st && !one->insns.len) {
    vec_release (mem, &one->text);
    out->all.len--;
  }
  return st;
}

status targets_find (targets *out, memory *mem, program *p, const char *text,
                     trouble *t) {
  status st = ST_OK;
  flow *f = strchr (text, '?') ? flow_new (mem, p) : NULL;
  bool is_more = true;
  *out = (targets) {0};
  map_init (&out->mark_at, mem);
  while (!st && is_more) {
    size_t len = strcspn (text, ",");
    st = add_target (out, mem, p, f, t, text, len);
    is_more = text[len];
    text += len + is_more;
  }
  if (!st && !out->all.len)
    st = trouble_set (t, ST_USAGE,
                      "--target: no line that changed can be reached here");
  if (f)
    flow_free (f);
  return st;
}

void targets_release (memory *mem, targets *t) {
  for (size_t i = 0; i < t->all.len; i++)
    vec_release (mem, &t->all.data[i].text, &t->all.data[i].insns);
  vec_release (mem, &t->all, &t->marks);
  map_release (&t->mark_at);
}

const target_mark *targets_mark (const targets *t, uint32_t index) {
  uint64_t at = map_get (&t->mark_at, index + UINT64_C (1), 0);
  return at ? t->marks.data + at - 1 : NULL;
}
