#include "klee/kquery.h"

#include "base/map.h"

#include <ctype.h>
#include <stdarg.h>

/* Larger constant arrays are not spelled out. */
#define MAX_CONSTANT (1u << 20)

/* An array that is declared: an input, or a variable that is none. */
typedef struct kquery_source {
  const char *name;
  uint64_t size;
  bool is_used;
} kquery_source;

/* Where a variable is. */
typedef struct kquery_cell {
  uint32_t source;
  uint64_t offset;
} kquery_cell;

/* A text, or a term whose text is to be made. */
typedef struct kquery_piece {
  const char *text; /* NULL: a term */
  term term;
} kquery_piece;

typedef struct kquery_writer {
  memory *mem;
  const terms *ts;
  char_vec *out;
  arena names_kept; /* of sources */
  arena texts;      /* of pieces */
  map taken;        /* names of sources, by hash */
  VEC (kquery_source) sources;
  VEC (kquery_cell) cells;
  map cell_at; /* variable -> index + 1 */
  map uses;    /* term -> number of uses */
  map names;   /* term -> number of its label; constant array -> its number */
  u32_vec tables;
  VEC (kquery_piece) parts, todo; /* todo: the next one last */
  uint32_t n_labels, n_versions;
  bool is_good;
} kquery_writer;

static const char *const operators[KIND_COUNT] = {
    [KIND_AND] = "And",      [KIND_OR] = "Or",         [KIND_XOR] = "Xor",
    [KIND_EQ] = "Eq",        [KIND_ITE] = "Select",    [KIND_BV_NOT] = "Not",
    [KIND_BV_AND] = "And",   [KIND_BV_OR] = "Or",      [KIND_BV_XOR] = "Xor",
    [KIND_BV_ADD] = "Add",   [KIND_BV_MUL] = "Mul",    [KIND_BV_UDIV] = "UDiv",
    [KIND_BV_UREM] = "URem", [KIND_BV_SDIV] = "SDiv",  [KIND_BV_SREM] = "SRem",
    [KIND_BV_SHL] = "Shl",   [KIND_BV_LSHR] = "LShr",  [KIND_BV_ASHR] = "AShr",
    [KIND_BV_ULT] = "Ult",   [KIND_BV_ULE] = "Ule",    [KIND_BV_SLT] = "Slt",
    [KIND_BV_SLE] = "Sle",   [KIND_CONCAT] = "Concat", [KIND_ZEXT] = "ZExt",
    [KIND_SEXT] = "SExt"};

static unsigned kquery_width_of (const kquery_writer *w, term t) {
  sort s = term_sort (w->ts, t);
  return sort_is_bool (s) ? 1 : sort_width (s);
}

/* Of an array: bytes of an element. */
static unsigned bytes_of (const kquery_writer *w, term array) {
  assert (sort_is_array (term_sort (w->ts, array)));
  return sort_width (sort_element (term_sort (w->ts, array))) / 8;
}

/* Inputs. */

/* Labels and words of the language are no names. */
static bool is_taken (const char *name) {
  if (text_is_one_of (name, "array", "def", "false", "query", "symbolic",
                      "true", "var"))
    return true;
  size_t digits = strspn (name + 1, "0123456789");
  bool is_label = name[0] == 'N' || name[0] == 'U' || name[0] == 'w';
  return (is_label && digits && !name[1 + digits]) ||
         !strncmp (name, "const_arr", 9);
}

/* False: it was taken before, or one with the same hash. */
static bool take_name (kquery_writer *w, char_vec *name) {
  uint64_t key = hash_bytes (text_c (w->mem, name), name->len).lo;
  return !(*map_at (&w->taken, key))++;
}

static const char *choose_name (kquery_writer *w, const char *given) {
  char_vec name = {0};
  bool is_good = isalpha ((unsigned char) given[0]) || given[0] == '_';
  text_printf (w->mem, &name, "%s%s", is_good ? "" : "_", given);
  for (size_t i = 0; i < name.len; i++)
    if (!isalnum ((unsigned char) name.data[i]) && name.data[i] != '.')
      name.data[i] = '_';
  size_t plain = name.len;
  if (is_taken (text_c (w->mem, &name)))
    text_puts (w->mem, &name, "_");
  for (unsigned i = 1; !take_name (w, &name); i++) {
    name.len = plain;
    text_printf (w->mem, &name, "_%u", i);
  }
  const char *kept = arena_string (&w->names_kept, name.data, name.len);
  vec_release (w->mem, &name);
  return kept;
}

static void add_cell (kquery_writer *w, term var, uint64_t offset) {
  assert (w->sources.len && !map_find (&w->cell_at, var.id));
  vec_push (w->mem, &w->cells,
            (kquery_cell) {(uint32_t) w->sources.len - 1, offset});
  map_put (&w->cell_at, var.id, w->cells.len);
}

static void add_source (kquery_writer *w, const char *given, uint64_t size) {
  kquery_source s = {.name = choose_name (w, given), .size = size};
  vec_push (w->mem, &w->sources, s);
}

static void add_input (kquery_writer *w, const symbolic *s) {
  uint64_t offset = 0;
  add_source (w, s->name, s->size);
  for (uint32_t i = 0; i < s->n_parts; i++) {
    add_cell (w, s->part[i], offset);
    offset += s->width[i];
  }
}

static kquery_cell cell_of (kquery_writer *w, term var) {
  if (!map_find (&w->cell_at, var.id)) {
    add_source (w, term_name (w->ts, var), (kquery_width_of (w, var) + 7) / 8);
    add_cell (w, var, 0);
  }
  return w->cells.data[map_get (&w->cell_at, var.id, 0) - 1];
}

/* What there is to write, and are there words for it? */

static bool is_known_array (const kquery_writer *w, term t) {
  const node *n = term_node (w->ts, t);
  unsigned index = sort_width (sort_index (n->sort));
  unsigned element = sort_width (sort_element (n->sort));
  if (element % 8 || element > 64 || index > 20 ||
      ((uint64_t) element / 8 << index) > MAX_CONSTANT)
    return false;
  if (n->kind == KIND_STORE)
    return true;
  if (n->kind == KIND_TABLE)
    n = term_node (w->ts, n->arg[0]);
  return n->kind == KIND_CONST_ARRAY && term_is_const (w->ts, n->arg[0]);
}

static bool kquery_is_known (const kquery_writer *w, term t) {
  const node *n = term_node (w->ts, t);
  if (sort_is_array (n->sort))
    return is_known_array (w, t);
  if (sort_is_int (n->sort))
    return false;
  switch (n->kind) {
  case KIND_CONST:
  case KIND_VAR:
  case KIND_NOT:
  case KIND_BV_NEG:
  case KIND_EXTRACT:
  case KIND_SELECT:
    return true;
  default:
    return operators[n->kind] && !sort_is_array (term_sort (w->ts, n->arg[0]));
  }
}

static void note_leaf (kquery_writer *w, term t, kind k) {
  if (k == KIND_VAR) {
    kquery_cell c = cell_of (w, t); /* may make a source */
    w->sources.data[c.source].is_used = true;
  }
  if (k != KIND_TABLE && k != KIND_CONST_ARRAY)
    return;
  map_put (&w->names, t.id, w->tables.len);
  vec_push (w->mem, &w->tables, t.id);
}

static void plan (kquery_writer *w, size_t n, const term *root) {
  term_vec todo = {0};
  for (size_t i = 0; i < n; i++)
    vec_push (w->mem, &todo, root[i]);
  while (todo.len && w->is_good) {
    term t = vec_pop (&todo);
    const node *at = term_node (w->ts, t);
    w->is_good = kquery_is_known (w, t);
    if ((*map_at (&w->uses, t.id))++ || !w->is_good)
      continue;
    note_leaf (w, t, (kind) at->kind);
    if (at->kind == KIND_TABLE || at->kind == KIND_CONST_ARRAY)
      continue;
    for (unsigned i = 0; i < at->arity; i++)
      vec_push (w->mem, &todo, at->arg[i]);
    if (at->kind == KIND_STORE && bytes_of (w, t) > 1) { /* for each byte */
      vec_push (w->mem, &todo, at->arg[1]);
      vec_push (w->mem, &todo, at->arg[2]);
    }
  }
  vec_release (w->mem, &todo);
}

/* Parts of a term, in the order of its text. */

__attribute__ ((format (printf, 2, 3))) static void
add_text (kquery_writer *w, const char *fmt, ...) {
  char text[64];
  va_list args;
  va_start (args, fmt);
  int len = vsnprintf (text, sizeof text, fmt, args);
  va_end (args);
  assert (len >= 0 && (size_t) len < sizeof text); /* a word, numbers */
  vec_push (
      w->mem, &w->parts,
      (kquery_piece) {.text = arena_string (&w->texts, text, (size_t) len)});
}

static void add_term (kquery_writer *w, term t) {
  vec_push (w->mem, &w->parts, (kquery_piece) {.term = t});
}

/* The byte of an element, as a number of 32 bits. */
static void add_index (kquery_writer *w, term index, unsigned size,
                       unsigned byte) {
  if (term_is_const (w->ts, index)) {
    add_text (w, "(w32 %llu)",
              (unsigned long long) term_word (w->ts, index) * size + byte);
    return;
  }
  if (byte)
    add_text (w, "(Add w32 (w32 %u) ", byte);
  if (size > 1)
    add_text (w, "(Mul w32 (w32 %u) ", size);
  add_text (w, "(ZExt w32 ");
  add_term (w, index);
  add_text (w, "%s", byte ? ")))" : size > 1 ? "))" : ")");
}

static void add_read (kquery_writer *w, term array, term index) {
  unsigned size = bytes_of (w, array);
  add_text (w, "(%s w%u ", size > 1 ? "ReadLSB" : "Read", 8 * size);
  add_index (w, index, size, 0);
  add_text (w, " ");
  add_term (w, array);
  add_text (w, ")");
}

static void add_update (kquery_writer *w, const node *store, unsigned size) {
  for (unsigned i = 0; i < size; i++) {
    add_text (w, "%s", i ? ", " : "");
    add_index (w, store->arg[1], size, i);
    add_text (w, "=");
    if (size > 1)
      add_text (w, "(Extract w8 %u ", 8 * i);
    add_term (w, store->arg[2]);
    add_text (w, "%s", size > 1 ? ")" : "");
  }
}

/* The last one first; what is stored into for this alone goes into one list.
 */
static void add_updates (kquery_writer *w, term t) {
  unsigned size = bytes_of (w, t);
  add_text (w, "[");
  for (bool is_first = true;; is_first = false) {
    const node *n = term_node (w->ts, t);
    if (n->kind != KIND_STORE || (!is_first && map_get (&w->uses, t.id, 0) > 1))
      break;
    if (!is_first)
      add_text (w, ", ");
    add_update (w, n, size);
    t = n->arg[0];
  }
  add_text (w, "] @ ");
  add_term (w, t);
}

static void add_operator (kquery_writer *w, term t, const node *n) {
  assert (operators[n->kind]); /* 'plan' refused the others */
  bool has_width = !sort_is_bool (n->sort) || n->kind == KIND_AND ||
                   n->kind == KIND_OR || n->kind == KIND_XOR ||
                   n->kind == KIND_ITE;
  add_text (w, "(%s", operators[n->kind]);
  if (has_width)
    add_text (w, " w%u", kquery_width_of (w, t));
  for (unsigned i = 0; i < n->arity; i++) {
    add_text (w, " ");
    add_term (w, n->arg[i]);
  }
  add_text (w, ")");
}

static void add_parts (kquery_writer *w, term t) {
  const node *n = term_node (w->ts, t);
  switch (n->kind) {
  case KIND_STORE:
    add_updates (w, t);
    return;
  case KIND_SELECT:
    add_read (w, n->arg[0], n->arg[1]);
    return;
  case KIND_NOT:
    add_text (w, "(Eq false ");
    break;
  case KIND_BV_NEG:
    add_text (w, "(Sub w%u (w%u 0) ", kquery_width_of (w, t),
              kquery_width_of (w, t));
    break;
  case KIND_EXTRACT:
    add_text (w, "(Extract w%u %u ", kquery_width_of (w, t),
              term_extract_low (w->ts, t));
    break;
  default:
    add_operator (w, t, n);
    return;
  }
  add_term (w, n->arg[0]);
  add_text (w, ")");
}

/* Text. */

static void write_constant (kquery_writer *w, term t) {
  if (sort_is_bool (term_sort (w->ts, t))) {
    text_puts (w->mem, w->out, term_word (w->ts, t) ? "true" : "false");
    return;
  }
  mark before = arena_mark (&w->texts);
  text_printf (w->mem, w->out, "(w%u ", kquery_width_of (w, t));
  num_print (w->mem, w->out, term_num (w->ts, t, &w->texts), 10);
  text_puts (w->mem, w->out, ")");
  arena_return (&w->texts, before);
}

static void write_input (kquery_writer *w, term var) {
  kquery_cell c = cell_of (w, var);
  unsigned width = kquery_width_of (w, var), whole = (width + 7) / 8 * 8;
  if (whole != width)
    text_printf (w->mem, w->out, "(Extract w%u 0 ", width);
  text_printf (w->mem, w->out, "(%s w%u %llu %s)",
               whole > 8 ? "ReadLSB" : "Read", whole,
               (unsigned long long) c.offset, w->sources.data[c.source].name);
  if (whole != width)
    text_puts (w->mem, w->out, ")");
}

/* A leaf, or something that has a label already. */
static bool write_atom (kquery_writer *w, term t) {
  const node *n = term_node (w->ts, t);
  if (n->kind == KIND_CONST)
    write_constant (w, t);
  else if (n->kind == KIND_VAR)
    write_input (w, t);
  else if (map_find (&w->names, t.id))
    text_printf (w->mem, w->out, "%s%llu",
                 !sort_is_array (n->sort) ? "N"
                 : n->kind == KIND_STORE  ? "U"
                                          : "const_arr",
                 (unsigned long long) map_get (&w->names, t.id, 0));
  else
    return false;
  return true;
}

static void give_label (kquery_writer *w, term t) {
  bool is_array = sort_is_array (term_sort (w->ts, t));
  assert (!map_find (&w->names, t.id)); /* once, where it is first written */
  uint32_t number = is_array ? w->n_versions++ : w->n_labels++;
  text_printf (w->mem, w->out, "%c%u:", is_array ? 'U' : 'N', number);
  map_put (&w->names, t.id, number);
}

static void write_term (kquery_writer *w, term root) {
  assert (!w->todo.len && map_find (&w->uses, root.id)); /* it was planned */
  vec_push (w->mem, &w->todo, (kquery_piece) {.term = root});
  while (w->todo.len) {
    kquery_piece p = vec_pop (&w->todo);
    if (p.text) {
      text_puts (w->mem, w->out, p.text);
      continue;
    }
    if (write_atom (w, p.term))
      continue;
    if (map_get (&w->uses, p.term.id, 0) > 1)
      give_label (w, p.term);
    vec_clear (&w->parts);
    add_parts (w, p.term);
    for (size_t i = w->parts.len; i--;)
      vec_push (w->mem, &w->todo, w->parts.data[i]);
  }
  arena_reset (&w->texts);
}

/* Declarations. */

static void write_sources (kquery_writer *w) {
  for (size_t i = 0; i < w->sources.len; i++) {
    const kquery_source *s = w->sources.data + i;
    if (s->is_used)
      text_printf (w->mem, w->out, "array %s[%llu] : w32 -> w8 = symbolic\n",
                   s->name, (unsigned long long) s->size);
  }
}

static void write_table (kquery_writer *w, uint32_t number) {
  term t = {w->tables.data[number]};
  const node *n = term_node (w->ts, t);
  const content *c = n->kind == KIND_TABLE ? term_content (w->ts, t) : NULL;
  if (c)
    n = term_node (w->ts, n->arg[0]);
  uint64_t other = term_word (w->ts, n->arg[0]);
  unsigned size = bytes_of (w, t);
  uint64_t count = UINT64_C (1) << sort_width (sort_index (n->sort));
  text_printf (w->mem, w->out, "array const_arr%u[%llu] : w32 -> w8 = [",
               number, (unsigned long long) count * size);
  uint64_t listed = 0;
  for (uint64_t i = 0; i < count; i++) {
    bool is_listed = c && listed < c->n && c->index[listed] == i;
    uint64_t value = is_listed ? c->value[listed++] : other;
    for (unsigned k = 0; k < size; k++)
      text_printf (w->mem, w->out, "%s%u", i || k ? " " : "",
                   (unsigned) (value >> 8 * k & 0xff));
  }
  assert (!c || c->n == listed); /* its indices go up */
  text_puts (w->mem, w->out, "]\n");
}

static void write_query (kquery_writer *w, size_t n, const term *constraint) {
  write_sources (w);
  for (uint32_t i = 0; i < w->tables.len; i++)
    write_table (w, i);
  text_puts (w->mem, w->out, "(query [");
  for (size_t i = 0; i < n; i++) {
    text_puts (w->mem, w->out, i ? "\n        " : "");
    write_term (w, constraint[i]);
  }
  text_puts (w->mem, w->out, "]\n       false)\n");
}

static void kquery_release (kquery_writer *w) {
  arena_release (&w->names_kept);
  arena_release (&w->texts);
  map_release (&w->taken);
  vec_release (w->mem, &w->sources, &w->cells);
  map_release (&w->cell_at);
  map_release (&w->uses);
  map_release (&w->names);
  vec_release (w->mem, &w->tables, &w->parts, &w->todo);
}

static bool kquery_make (kquery_writer w, size_t n_inputs,
                         const symbolic *input, size_t n,
                         const term *constraint, bool is_query) {
  arena_init (&w.names_kept, w.mem);
  arena_init (&w.texts, w.mem);
  map_init (&w.taken, w.mem);
  map_init (&w.cell_at, w.mem);
  map_init (&w.uses, w.mem);
  map_init (&w.names, w.mem);
  for (size_t i = 0; i < n_inputs; i++)
    add_input (&w, input + i);
  plan (&w, n, constraint);
  if (w.is_good && is_query)
    write_query (&w, n, constraint);
  else if (w.is_good)
    write_term (&w, constraint[0]);
  kquery_release (&w);
  return w.is_good;
}

bool kquery_write (memory *mem, char_vec *out, const terms *ts, size_t n_inputs,
                   const symbolic *input, size_t n, const term *constraint) {
  kquery_writer w = {.mem = mem, .ts = ts, .out = out, .is_good = true};
  return kquery_make (w, n_inputs, input, n, constraint, true);
}

bool kquery_write_term (memory *mem, char_vec *out, const terms *ts,
                        size_t n_inputs, const symbolic *input, term t) {
  kquery_writer w = {.mem = mem, .ts = ts, .out = out, .is_good = true};
  return kquery_make (w, n_inputs, input, 1, &t, false);
}
