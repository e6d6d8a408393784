#include "lab/cache/spell.h"

#include "term/value.h"

#include <string.h>

typedef struct spell_writer {
  speller *s;
  char_vec *out;
  map line; /* term -> position of its line + 1 */
  bool names;
} spell_writer;

void speller_init (speller *s, memory *mem, const terms *ts) {
  memset (s, 0, sizeof *s);
  s->mem = mem;
  s->ts = ts;
  map_init (&s->number, mem);
}

void speller_release (speller *s) {
  map_release (&s->number);
  vec_release (s->mem, &s->leaf);
}

uint32_t speller_number (speller *s, term leaf) {
  uint64_t *at = map_at (&s->number, leaf.id);
  if (!*at) {
    vec_push (s->mem, &s->leaf, leaf);
    *at = s->leaf.len;
  }
  return (uint32_t) *at - 1;
}

/* Not a line of its own: a constant, a numbered leaf or a variable. */
static bool is_token (const spell_writer *w, term t) {
  kind k = term_kind (w->s->ts, t);
  return k == KIND_CONST || k == KIND_VAR ||
         (!w->names && map_find (&w->s->number, t.id));
}

static void write_constant (spell_writer *w, term t) {
  sort s = term_sort (w->s->ts, t);
  arena a;
  arena_init (&a, w->s->mem);
  text_printf (w->s->mem, w->out, "#%x:", s.code);
  num_print (w->s->mem, w->out, term_num (w->s->ts, t, &a), 10);
  arena_release (&a);
}

static bool write_token (spell_writer *w, term t) {
  speller *s = w->s;
  if (term_is_const (s->ts, t)) {
    write_constant (w, t);
    return true;
  }
  if (w->names) {
    text_puts (s->mem, w->out, term_name (s->ts, t));
    return true;
  }
  if (s->is_closed && !map_find (&s->number, t.id))
    return false;
  text_printf (s->mem, w->out, "v%u:%x", speller_number (s, t),
               term_sort (s->ts, t).code);
  return true;
}

static void write_content (spell_writer *w, const content *c) {
  for (uint32_t i = 0; i < c->n; i++)
    text_printf (w->s->mem, w->out, " %llx=%llx",
                 (unsigned long long) c->index[i],
                 (unsigned long long) c->value[i]);
}

/* One application, its arguments as tokens or as numbers of lines. */
static bool write_line (spell_writer *w, term t) {
  speller *s = w->s;
  const node *n = term_node (s->ts, t);
  text_printf (s->mem, w->out, "(%s:%x", kind_table[n->kind].name,
               n->sort.code);
  if (n->kind == KIND_TABLE)
    write_content (w, term_content (s->ts, t));
  else if (n->payload)
    text_printf (s->mem, w->out, "!%llx", (unsigned long long) n->payload);
  for (unsigned i = 0; i < n->arity; i++) {
    text_puts (s->mem, w->out, " ");
    uint64_t line = map_get (&w->line, n->arg[i].id, 0);
    if (line)
      text_printf (s->mem, w->out, "@%llu", (unsigned long long) line);
    else if (!write_token (w, n->arg[i]))
      return false;
  }
  text_puts (s->mem, w->out, ")");
  map_put (&w->line, t.id, w->line.len + 1);
  return true;
}

/* Arguments that still need a line, the first one on top. */
static size_t push_arguments (spell_writer *w, term_vec *todo, term t) {
  const node *n = term_node (w->s->ts, t);
  size_t before = todo->len;
  for (unsigned i = n->arity; i-- > 0;)
    if (!is_token (w, n->arg[i]) && !map_find (&w->line, n->arg[i].id))
      vec_push (w->s->mem, todo, n->arg[i]);
  return todo->len - before;
}

static bool write_lines (spell_writer *w, term root) {
  if (is_token (w, root))
    return write_token (w, root);
  term_vec todo = {0};
  bool ok = true;
  vec_push (w->s->mem, &todo, root);
  while (ok && todo.len) {
    term t = vec_last (&todo);
    if (map_find (&w->line, t.id))
      (void) vec_pop (&todo);
    else if (!push_arguments (w, &todo, t))
      ok = write_line (w, t);
  }
  vec_release (w->s->mem, &todo);
  return ok;
}

static bool spell (speller *s, char_vec *out, term t, bool names) {
  spell_writer w = {s, out, {0}, names};
  map_init (&w.line, s->mem);
  bool ok = write_lines (&w, t);
  map_release (&w.line);
  return ok;
}

bool spell_term (speller *s, char_vec *out, term t) {
  return spell (s, out, t, false);
}

void spell_names (speller *s, char_vec *out, term t) {
  (void) spell (s, out, t, true);
}
