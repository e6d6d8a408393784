#include "term/smt_write.h"

#include "base/map.h"
#include "term/ieee.h"
#include "term/smt_float.h"
#include "term/value.h"

#include <stdio.h>

/* Sorts, symbols, values. */

smt_sort_text smt_sort_text_of (sort s) {
  smt_sort_text res;
  if (sort_is_bool (s))
    snprintf (res.text, sizeof res.text, "Bool");
  else if (sort_is_int (s))
    snprintf (res.text, sizeof res.text, "Int");
  else if (sort_is_bv (s))
    snprintf (res.text, sizeof res.text, "(_ BitVec %u)", sort_width (s));
  else
    snprintf (res.text, sizeof res.text, "(Array (_ BitVec %u) (_ BitVec %u))",
              sort_width (sort_index (s)), sort_width (sort_element (s)));
  return res;
}

void smt_write_sort (memory *mem, char_vec *out, sort s) {
  text_puts (mem, out, smt_sort_text_of (s).text);
}

/* What a symbol without bars is made of. */
static const char symbol_bytes[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    "~!@$%^&*_-+=<>.?/";

static bool is_simple (const char *name) {
  bool starts_well = *name && !(*name >= '0' && *name <= '9');
  return starts_well && !name[strspn (name, symbol_bytes)];
}

static bool is_reserved (const char *name) {
  return text_is_one_of (name, "_", "!", "as", "let", "exists", "forall",
                         "match", "par", "BINARY", "DECIMAL", "NUMERAL",
                         "STRING", "true", "false", "HEXADECIMAL");
}

void smt_write_symbol (memory *mem, char_vec *out, const char *name) {
  size_t len = strlen (name);
  if (is_simple (name) && !is_reserved (name)) {
    text_add (mem, out, name, len);
    return;
  }
  text_puts (mem, out, "|");
  for (const char *p = name; *p; p++) {
    unsigned char c = (unsigned char) *p;
    bool is_space = c == '\t' || c == '\n' || c == '\r';
    if (c == '|' || c == '\\' || c == 127 || (c < ' ' && !is_space))
      text_printf (mem, out, "!%02x", c);
    else
      text_add (mem, out, p, 1);
  }
  text_puts (mem, out, "|");
}

static void write_bits (memory *mem, char_vec *out, unsigned width, num x) {
  const bool is_hex = width % 4 == 0;
  size_t digits = is_hex ? width / 4 : width;
  text_puts (mem, out, is_hex ? "#x" : "#b");
  size_t start = out->len;
  num_print (mem, out, x, is_hex ? 16 : 2);
  size_t got = out->len - start;
  assert (got <= digits); /* the number fits its width */
  vec_reserve (mem, out, start + digits);
  memmove (out->data + start + (digits - got), out->data + start, got);
  memset (out->data + start, '0', digits - got);
  out->len = start + digits;
}

static void write_int (memory *mem, char_vec *out, num x) {
  if (num_sign (x) >= 0) {
    num_print (mem, out, x, 10);
    return;
  }
  text_puts (mem, out, "(- ");
  size_t start = out->len;
  num_print (mem, out, x, 10);
  out->len--; /* the sign moves out of the digits */
  memmove (out->data + start, out->data + start + 1, out->len - start);
  text_puts (mem, out, ")");
}

void smt_write_value (memory *mem, char_vec *out, sort s, uint64_t word) {
  if (sort_is_bool (s)) {
    text_puts (mem, out, word ? "true" : "false");
    return;
  }
  arena scratch;
  arena_init (&scratch, mem);
  num x = value_to_num (&scratch, s, word);
  if (sort_is_int (s))
    write_int (mem, out, x);
  else
    write_bits (mem, out, sort_width (s), x);
  arena_release (&scratch);
}

static void open_stores (memory *mem, char_vec *out, size_t n) {
  for (size_t i = 0; i < n; i++)
    text_puts (mem, out, "(store ");
}

static void close_store (memory *mem, char_vec *out, sort array, uint64_t index,
                         uint64_t value) {
  assert (sort_is_array (array));
  text_puts (mem, out, " ");
  smt_write_value (mem, out, sort_index (array), index);
  text_puts (mem, out, " ");
  smt_write_value (mem, out, sort_element (array), value);
  text_puts (mem, out, ")");
}

static void open_const_array (memory *mem, char_vec *out, sort array) {
  text_puts (mem, out, "((as const ");
  smt_write_sort (mem, out, array);
  text_puts (mem, out, ") ");
}

/* Terms. */

/* What is reachable from the terms to be written, and how often. */
typedef struct plan {
  memory *mem;
  const terms *ts;
  char_vec *out;
  map uses;     /* id -> number of uses */
  map names;    /* id -> number of its name */
  u32_vec ids;  /* increasing: arguments first */
  size_t marks; /* names start with so many '?', more than any variable's */
} plan;

static int smt_write_by_id (const void *a, const void *b) {
  uint32_t i = *(const uint32_t *) a, j = *(const uint32_t *) b;
  return i < j ? -1 : i > j;
}

static void plan_init (plan *p, memory *mem, char_vec *out, const terms *ts,
                       size_t n, const term *roots) {
  *p = (plan) {.mem = mem, .ts = ts, .out = out, .marks = 1};
  map_init (&p->uses, mem);
  map_init (&p->names, mem);
  u32_vec todo = {0};
  for (size_t i = 0; i < n; i++)
    vec_push (mem, &todo, roots[i].id);
  while (todo.len) {
    uint32_t id = vec_pop (&todo);
    if ((*map_at (&p->uses, id))++)
      continue;
    const node *at = term_node (ts, (term) {id});
    vec_push (mem, &p->ids, id);
    for (unsigned i = 0; i < at->arity; i++)
      vec_push (mem, &todo, at->arg[i].id);
    if (at->kind == KIND_VAR) {
      size_t marks = strspn (term_name (ts, (term) {id}), "?");
      p->marks = marks >= p->marks ? marks + 1 : p->marks;
    }
  }
  vec_release (mem, &todo);
  vec_sort (&p->ids, smt_write_by_id);
}

static void plan_release (plan *p) {
  map_release (&p->uses);
  map_release (&p->names);
  vec_release (p->mem, &p->ids);
}

static void write_name (plan *p, uint64_t number) {
  assert (number && p->marks); /* 0 is no name */
  for (size_t i = 0; i < p->marks; i++)
    text_puts (p->mem, p->out, "?");
  text_printf (p->mem, p->out, "%llu", (unsigned long long) number);
}

static void open_node (plan *p, term t) {
  const node *n = term_node (p->ts, t);
  switch (n->kind) {
  case KIND_EXTRACT:
    text_printf (p->mem, p->out, "((_ extract %u %u) ",
                 term_extract_high (p->ts, t), term_extract_low (p->ts, t));
    break;
  case KIND_ZEXT:
  case KIND_SEXT:
    text_printf (p->mem, p->out, "((_ %s %llu) ", kind_table[n->kind].smt,
                 (unsigned long long) n->payload);
    break;
  case KIND_CONST_ARRAY:
    open_const_array (p->mem, p->out, n->sort);
    break;
  case KIND_TABLE:
    open_stores (p->mem, p->out, term_content (p->ts, t)->n);
    break;
  default:
    text_puts (p->mem, p->out, "(");
    text_puts (p->mem, p->out,
               kind_is_float ((kind) n->kind) ? smt_float_name (p->ts, t).text
                                              : kind_table[n->kind].smt);
    text_puts (p->mem, p->out, " ");
  }
}

static void close_node (plan *p, term t) {
  if (term_kind (p->ts, t) != KIND_TABLE) {
    text_puts (p->mem, p->out, ")");
    return;
  }
  const content *c = term_content (p->ts, t);
  for (uint32_t i = 0; i < c->n; i++)
    close_store (p->mem, p->out, term_sort (p->ts, t), c->index[i],
                 c->value[i]);
}

/* A constant, a variable, or something that has a name already. */
static bool write_atom (plan *p, term t) {
  const node *n = term_node (p->ts, t);
  uint64_t name = map_get (&p->names, t.id, 0);
  if (name)
    write_name (p, name);
  else if (n->kind == KIND_CONST)
    smt_write_value (p->mem, p->out, n->sort, n->payload);
  else if (n->kind == KIND_VAR)
    smt_write_symbol (p->mem, p->out, term_name (p->ts, t));
  else
    return false;
  return true;
}

typedef struct smt_cursor {
  term term;
  unsigned next; /* argument */
} smt_cursor;

static void write_tree (plan *p, term root) {
  VEC (smt_cursor) stack = {0};
  if (!write_atom (p, root)) {
    open_node (p, root);
    vec_push (p->mem, &stack, (smt_cursor) {root, 0});
  }
  while (stack.len) {
    smt_cursor *top = &vec_last (&stack);
    const node *n = term_node (p->ts, top->term);
    assert (top->next <= n->arity);
    if (top->next == n->arity) {
      close_node (p, top->term);
      stack.len--;
      continue;
    }
    if (top->next)
      text_puts (p->mem, p->out, " ");
    term t = n->arg[top->next++];
    if (write_atom (p, t))
      continue;
    open_node (p, t);
    vec_push (p->mem, &stack, (smt_cursor) {t, 0});
  }
  vec_release (p->mem, &stack);
}

static bool needs_name (const plan *p, uint32_t id) {
  return term_node (p->ts, (term) {id})->arity && map_get (&p->uses, id, 0) > 1;
}

void smt_write_term (memory *mem, char_vec *out, const terms *ts, term t) {
  plan p;
  plan_init (&p, mem, out, ts, 1, &t);
  size_t n = 0;
  for (size_t i = 0; i < p.ids.len; i++) {
    if (!needs_name (&p, p.ids.data[i]))
      continue;
    text_puts (mem, out, "(let ((");
    write_name (&p, ++n);
    text_puts (mem, out, " ");
    write_tree (&p, (term) {p.ids.data[i]});
    text_puts (mem, out, ")) ");
    map_put (&p.names, p.ids.data[i], n);
  }
  write_tree (&p, t);
  for (size_t i = 0; i < n; i++)
    text_puts (mem, out, ")");
  plan_release (&p);
}

/* Scripts. */

/* The smallest logic that z3 and others know for these terms. */
static const char *logic_of (const plan *p) {
  bool has_bv = false, has_int = false, has_array = false, has_product = false;
  bool has_float = false;
  for (size_t i = 0; i < p->ids.len; i++) {
    const node *n = term_node (p->ts, (term) {p->ids.data[i]});
    has_bv |= sort_is_bv (n->sort);
    has_int |= sort_is_int (n->sort);
    has_float |= kind_is_float ((kind) n->kind);
    has_array |= sort_is_array (n->sort);
    has_product |= n->kind == KIND_INT_MUL && !term_is_const (p->ts, n->arg[1]);
  }
  if (has_float)
    return "ALL";
  if (has_int)
    return has_bv || has_array ? "ALL" : has_product ? "QF_NIA" : "QF_LIA";
  return has_array ? "QF_ABV" : has_bv ? "QF_BV" : "QF_UF";
}

static void write_definition (plan *p, term t, uint64_t number) {
  assert (!map_find (&p->names, t.id));
  text_puts (p->mem, p->out, "(define-fun ");
  write_name (p, number);
  text_puts (p->mem, p->out, " () ");
  smt_write_sort (p->mem, p->out, term_sort (p->ts, t));
  text_puts (p->mem, p->out, " ");
  write_tree (p, t);
  text_puts (p->mem, p->out, ")\n");
  map_put (&p->names, t.id, number);
}

static void write_declaration (plan *p, term var) {
  text_puts (p->mem, p->out, "(declare-fun ");
  smt_write_symbol (p->mem, p->out, term_name (p->ts, var));
  text_puts (p->mem, p->out, " () ");
  smt_write_sort (p->mem, p->out, term_sort (p->ts, var));
  text_puts (p->mem, p->out, ")\n");
}

/* Every function once: it is known by kind, payload and width. */
static void write_functions (plan *p) {
  map known;
  map_init (&known, p->mem);
  for (size_t i = 0; i < p->ids.len; i++) {
    term t = {p->ids.data[i]};
    const node *n = term_node (p->ts, t);
    if (!kind_is_float ((kind) n->kind))
      continue;
    uint64_t key = (uint64_t) n->kind << 16 | n->payload << 8 |
                   term_width (p->ts, n->arg[0]);
    if (!(*map_at (&known, key))++)
      smt_float_define (p->mem, p->out, p->ts, t);
  }
  map_release (&known);
}

void smt_write_script (memory *mem, char_vec *out, const terms *ts, size_t n,
                       const term *assertions) {
  plan p;
  uint64_t number = 0;
  plan_init (&p, mem, out, ts, n, assertions);
  text_printf (mem, out, "(set-logic %s)\n", logic_of (&p));
  write_functions (&p);
  for (size_t i = 0; i < p.ids.len; i++)
    if (term_kind (ts, (term) {p.ids.data[i]}) == KIND_VAR)
      write_declaration (&p, (term) {p.ids.data[i]});
  for (size_t i = 0; i < p.ids.len; i++)
    if (needs_name (&p, p.ids.data[i]))
      write_definition (&p, (term) {p.ids.data[i]}, ++number);
  for (size_t i = 0; i < n; i++) {
    text_puts (mem, out, "(assert ");
    write_tree (&p, assertions[i]);
    text_puts (mem, out, ")\n");
  }
  text_puts (mem, out, "(check-sat)\n");
  plan_release (&p);
}
