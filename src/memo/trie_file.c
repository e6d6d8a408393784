/* Tries in files: docs/formats/trie.md. */

#include "memo/trie.h"
#include "store/seal.h"
#include "suite/end_pack.h"

#include <xxhash.h>

#define MAGIC "RPTRIE\0\14"
#define SEALED offsetof (trie_header, checksum)
#define CHECKED offsetof (trie_header, size)
#define MAX_SLOT (1u << 24) /* there is a table by slots */

typedef struct trie_header {
  char magic[8];
  uint8_t seal[SEAL_SIZE]; /* of all that follows it */
  uint64_t checksum;       /* so */
  uint64_t size;           /* of the file */
  uint64_t tables;         /* bytes, behind the header */
  uint64_t nodes, n_nodes;
  uint64_t suite, suite_size;
  trie_cost cost;
  hash128 key;
} trie_header;

/* Tables. One description serves both directions: what is written is what is
 * there; what is read is put there, if it is possible that it was.
 */
typedef struct table_stream {
  trie *trie;
  memory *mem;
  char_vec *out; /* where to write to; NULL: it is read, from ... */
  unpacker in;
} table_stream;

static bool is_reading (const table_stream *f) { return !f->out; }

static void refuse (table_stream *f, bool is_wrong) {
  f->in.is_bad |= is_reading (f) && is_wrong;
}

static uint64_t file_number (table_stream *f, uint64_t n) {
  if (is_reading (f))
    return unpack_number (&f->in);
  pack_number (f->mem, f->out, n);
  return n;
}

/* A number below a limit. */
static uint32_t file_below (table_stream *f, uint32_t n, uint64_t limit) {
  uint64_t v = file_number (f, n);
  refuse (f, v >= limit);
  return f->in.is_bad ? 0 : (uint32_t) v;
}

/* How many of something follow: each takes a byte at least. */
static uint32_t file_count (table_stream *f, size_t n) {
  uint64_t left = is_reading (f) ? (uint64_t) (f->in.end - f->in.at) : 0;
  return file_below (f, (uint32_t) n, left + 1);
}

static void file_raw (table_stream *f, void *bytes, size_t n) {
  if (is_reading (f))
    unpack_raw (&f->in, bytes, n);
  else
    text_add (f->mem, f->out, bytes, n);
}

static const char *file_text (table_stream *f, const char *text) {
  if (is_reading (f))
    return unpack_text (&f->in);
  pack_text (f->mem, f->out, text);
  return text;
}

/* 'n' items of a vector, the first at 'from'. Each is passed to ONE as 'item';
 * when it is read it is new, and all zero.
 */
#define FILE_ITEMS(F, V, FROM, N, ONE) \
  for (size_t i_ = (FROM), end_ = i_ + (N); i_ < end_ && !(F)->in.is_bad; \
       i_++) { \
    if (is_reading (F)) { \
      vec_reserve ((F)->mem, V, (V)->len + 1); \
      memset ((V)->data + (V)->len++, 0, sizeof *(V)->data); \
    } \
    ONE; \
  }

/* A table, with the number of its rows before it. */
#define FILE_TABLE(F, V, FUNCTION) \
  do { \
    uint32_t n_ = file_count (F, (V)->len); \
    FILE_ITEMS (F, V, 0, n_, FUNCTION (F, (V)->data + i_)) \
  } while (0)

static void file_global (table_stream *f, trie_global *g) {
  g->name = file_text (f, g->name);
  g->slot = file_below (f, g->slot, ADDRESS_SLOTS);
  file_raw (f, &g->digest, sizeof g->digest);
}

static void file_slot (table_stream *f, outline *o, uint32_t *slot) {
  *slot = file_below (f, *slot, MAX_SLOT);
  if (*slot >= o->max_slot)
    o->max_slot = *slot + 1;
}

static void file_piece (table_stream *f, outline *o, uint32_t n,
                        outline_block *b) {
  u32_vec *pool = &o->pool;
  file_raw (f, &b->digest, sizeof b->digest);
  b->n_slots = file_count (f, b->n_slots);
  b->n_next = file_count (f, b->n_next);
  if (is_reading (f)) {
    b->slots = (uint32_t) pool->len;
    b->next = b->slots + b->n_slots;
  }
  FILE_ITEMS (f, pool, b->slots, b->n_slots, file_slot (f, o, pool->data + i_))
  FILE_ITEMS (f, pool, b->next, b->n_next,
              pool->data[i_] = file_below (f, pool->data[i_], n))
}

static void file_variable (table_stream *f, uint32_t *slot) {
  *slot = file_below (f, *slot, ADDRESS_FIRST_FUNCTION);
}

static void file_outline (table_stream *f, outline *o) {
  o->name = file_text (f, o->name);
  file_raw (f, &o->label, sizeof o->label);
  file_raw (f, &o->signature, sizeof o->signature);
  o->n_params = file_below (f, o->n_params, 1u << 20);
  if (is_reading (f))
    o->max_slot = o->n_params;
  uint32_t n = file_count (f, o->block.len);
  FILE_ITEMS (f, &o->block, 0, n, file_piece (f, o, n, o->block.data + i_))
  FILE_TABLE (f, &o->variable, file_variable);
}

/* The first two are none, and function 0 is a global. */
static void file_block (table_stream *f, trie_block *b) {
  const trie *t = f->trie;
  bool is_real = b - t->blocks.data > TRIE_FUNCTIONS;
  uint64_t limit = t->functions.len + !is_real + UINT64_C (1);
  b->function = file_below (f, b->function + 1, limit) - 1;
  if (f->in.is_bad)
    return;
  bool is_global = b->function == TRIE_GLOBAL;
  b->number =
      file_below (f, b->number,
                  !is_real    ? 1
                  : is_global ? t->global.len
                              : t->functions.data[b->function].block.len);
}

/* By the distance from the one before: they go up. */
static void file_element (table_stream *f, uint64_t *at, uint32_t *element) {
  assert (is_reading (f) || *element >= *at);
  *at += file_number (f, *element - *at);
  refuse (f, *at >= (uint64_t) f->trie->blocks.len * 4);
  *element = (uint32_t) *at;
}

static void file_sets (table_stream *f) {
  trie *t = f->trie;
  for (uint32_t i = 0, n = file_count (f, trie_sets (t));
       i < n && !f->in.is_bad; i++) {
    uint32_t from = t->set_start.data[i];
    uint32_t last = is_reading (f) ? from : t->set_start.data[i + 1];
    uint32_t size = file_count (f, last - from);
    uint64_t at = 0;
    FILE_ITEMS (f, &t->set, from, size, file_element (f, &at, t->set.data + i_))
    if (is_reading (f))
      vec_push (f->mem, &t->set_start, (uint32_t) t->set.len);
  }
}

/* The place of a decision or a frame is inside of its function. */
static void file_spot (table_stream *f, trie_spot *s) {
  const trie *t = f->trie;
  s->function = file_below (f, s->function, t->functions.len + 1);
  bool is_known = s->function < t->functions.len;
  size_t n = is_known ? t->functions.data[s->function].block.len : 1;
  s->block = file_below (f, s->block, n);
  s->offset = file_below (f, s->offset, 1u << 30);
}

/* One comes after those before it. */
static void file_loss (table_stream *f, trie_loss *l) {
  if (is_reading (f))
    l->cause = cause_unpack (&f->in);
  else
    cause_pack (f->mem, f->out, &l->cause);
  file_spot (f, &l->at);
  refuse (f, l->at.function >= f->trie->functions.len);
  size_t i = (size_t) (l - f->trie->losses.data);
  l->before = file_below (f, l->before, i + 1);
}

static bool has_spots (const shape *s) {
  return s->kind == SHAPE_FAULT || s->kind == SHAPE_CUT;
}

/* Alternatives go up. */
static void file_choice (table_stream *f, const shape *s, size_t i) {
  uint32_t *choice = f->trie->pool.data + i;
  *choice = file_below (f, *choice, s->n);
  refuse (f, i > s->list && choice[-1] >= *choice);
}

static void file_frame (table_stream *f, size_t i) {
  u32_vec *pool = &f->trie->pool;
  trie_spot at = {0};
  if (!is_reading (f))
    memcpy (&at, pool->data + i, sizeof at);
  file_spot (f, &at);
  refuse (f, at.function >= f->trie->functions.len);
  if (is_reading (f)) {
    vec_push (f->mem, pool, at.function);
    vec_push (f->mem, pool, at.block);
    vec_push (f->mem, pool, at.offset);
  }
}

static void file_list (table_stream *f, shape *s) {
  u32_vec *pool = &f->trie->pool;
  if (is_reading (f))
    s->list = (uint32_t) pool->len;
  if (!has_spots (s)) {
    FILE_ITEMS (f, pool, s->list, s->size, file_choice (f, s, i_))
    return;
  }
  refuse (f, s->size % 3);
  for (uint32_t i = 0; i < s->size && !f->in.is_bad; i += 3)
    file_frame (f, s->list + i);
}

static void file_shape (table_stream *f, shape *s) {
  const trie *t = f->trie;
  s->kind = (uint8_t) file_below (f, s->kind, SHAPE_COUNT);
  s->what = (uint8_t) file_below (f, s->what, 256);
  s->is_inexact = file_below (f, s->is_inexact, 2) != 0;
  s->lost = file_below (f, s->lost, t->losses.len + 1);
  s->set = file_below (f, s->set, trie_sets (t));
  s->questions = file_below (f, s->questions, UINT32_MAX);
  file_raw (f, &s->asked, sizeof s->asked);
  s->n = file_below (f, s->n, UINT32_MAX);
  file_spot (f, &s->site);
  s->size = file_count (f, s->size);
  file_list (f, s);
  s->limit = (uint8_t) file_below (f, s->limit, LIMIT_COUNT);
  s->bound = s->limit ? file_number (f, s->bound) : 0;
  bool is_decision = s->kind == SHAPE_DECISION;
  bool has_site = is_decision || s->n;
  refuse (f, has_site && s->site.function >= t->functions.len);
  refuse (f, is_decision ? s->size < 2 : s->size && !has_spots (s));
  refuse (f, has_spots (s) &&
                 (s->what > ENDING_RELATED || 3u * s->what > s->size));
}

static void file_precedent (table_stream *f, size_t i, u64_vec *values) {
  precedents *all = &f->trie->precedents;
  hash128 question = {0};
  precedent p = {0};
  if (!is_reading (f)) {
    p = precedents_at (all, i);
    question = all->all.data[i].question;
  }
  file_raw (f, &question, sizeof question);
  p.possible = file_number (f, p.possible);
  refuse (f, !p.possible);
  p.n_inputs = file_count (f, p.n_inputs);
  vec_clear (values);
  for (uint32_t k = 0; k < precedent_values (&p) && !f->in.is_bad; k++)
    vec_push (f->mem, values, file_number (f, p.value ? p.value[k] : 0));
  p.value = values->data;
  if (is_reading (f) && !f->in.is_bad)
    precedents_add (all, question, &p);
}

static void file_precedents (table_stream *f) {
  u64_vec values = {0};
  uint32_t n = file_count (f, f->trie->precedents.all.len);
  for (uint32_t i = 0; i < n && !f->in.is_bad; i++)
    file_precedent (f, i, &values);
  vec_release (f->mem, &values);
}

/* Nodes go up, and are there. */
static void file_moment (table_stream *f, trie_moment *x) {
  const trie *t = f->trie;
  bool is_first = x == t->moments.data;
  uint64_t last = is_first ? 0 : x[-1].node;
  uint64_t more = file_number (f, x->node - last);
  refuse (f, more >= t->n_nodes || last + more >= t->n_nodes ||
                 (!more && !is_first));
  x->node = (uint32_t) (last + more);
  file_raw (f, &x->key, sizeof x->key);
  file_raw (f, &x->digest, sizeof x->digest);
  x->set = file_below (f, x->set, trie_sets (t));
  x->questions = file_below (f, x->questions, UINT32_MAX);
  if (x->questions)
    file_raw (f, &x->asked, sizeof x->asked);
}

static void file_tables (table_stream *f) {
  trie *t = f->trie;
  file_raw (f, &t->globals, sizeof t->globals);
  file_raw (f, &t->functions_digest, sizeof t->functions_digest);
  for (int i = LIMIT_NONE + 1; i < LIMIT_COUNT; i++)
    t->limit[i] = file_number (f, t->limit[i]);
  FILE_TABLE (f, &t->global, file_global);
  FILE_TABLE (f, &t->functions, file_outline);
  FILE_TABLE (f, &t->blocks, file_block);
  file_sets (f);
  FILE_TABLE (f, &t->losses, file_loss);
  FILE_TABLE (f, &t->shapes, file_shape);
  file_precedents (f);
  FILE_TABLE (f, &t->moments, file_moment);
}

status trie_write (const trie *t, size_t n, const trie_node *from,
                   const char *path, const char *tests, size_t tests_size,
                   trouble *why) {
  memory *mem = t->mem;
  assert (trie_sets (t) && (from || !n) && (tests || !tests_size));
  char_vec file = {0};
  trie_header h = {.magic = MAGIC,
                   .n_nodes = n,
                   .suite_size = tests_size,
                   .cost = t->cost,
                   .key = t->key};
  text_add (mem, &file, (const char *) &h, sizeof h);
  table_stream to = {.trie = (trie *) t, .mem = mem, .out = &file};
  file_tables (&to); /* changes nothing of it */
  h.tables = file.len - sizeof h;
  while (file.len % 8)
    vec_push (mem, &file, 0);
  h.nodes = file.len;
  assert (h.nodes % _Alignof (trie_node) == 0); /* used where it is mapped */
  text_add (mem, &file, (const char *) from, n * sizeof *from);
  h.suite = file.len;
  text_add (mem, &file, tests, tests_size);
  h.size = file.len;
  memcpy (file.data, &h, sizeof h);
  h.checksum = XXH3_64bits (file.data + CHECKED, file.len - CHECKED);
  memcpy (file.data, &h, sizeof h);
  file_seal (mem, path, file.data + SEALED, file.len - SEALED, h.seal);
  memcpy (file.data, &h, sizeof h);
  status st = whole_file_write (path, file.data, file.len, why);
  vec_release (mem, &file);
  return st;
}

/* Reading. */

static bool has_good_header (const trie *t, trie_header *h) {
  size_t size = t->mapped.size;
  if (size < sizeof *h)
    return false;
  memcpy (h, t->mapped.bytes, sizeof *h);
  return !memcmp (h->magic, MAGIC, sizeof h->magic) && h->size == size &&
         h->tables <= size - sizeof *h && h->nodes % 8 == 0 &&
         h->nodes >= sizeof *h + h->tables && h->nodes <= size &&
         h->n_nodes <= (size - h->nodes) / sizeof (trie_node) &&
         h->suite >= h->nodes + h->n_nodes * sizeof (trie_node) &&
         h->suite <= size && h->suite_size == size - h->suite &&
         h->n_nodes < UINT32_MAX &&
         h->checksum == XXH3_64bits ((const char *) t->mapped.bytes + CHECKED,
                                     size - CHECKED);
}

static bool trie_file_read_file (trie *t) {
  trie_header h;
  if (!has_good_header (t, &h))
    return false;
  const uint8_t *data = t->mapped.bytes;
  table_stream from = {.trie = t, .mem = t->mem};
  from.in = (unpacker) {data + sizeof h, data + sizeof h + h.tables, false};
  t->node = (const trie_node *) (data + h.nodes);
  t->n_nodes = (uint32_t) h.n_nodes;
  t->suite = data + h.suite;
  t->suite_size = h.suite_size;
  t->cost = h.cost;
  t->key = h.key;
  vec_clear (&t->blocks); /* all are in the file */
  file_tables (&from);
  return !from.in.is_bad && t->blocks.len > TRIE_FUNCTIONS && t->n_nodes;
}

bool trie_open (trie *t, memory *mem, const char *path) {
  trie_init (t, mem);
  if (whole_file_map (path, &t->mapped) && trie_file_read_file (t))
    return true;
  trie_release (t);
  return false;
}

bool trie_is_own (const trie *t, const char *path) {
  const trie_header *h = t->mapped.bytes;
  uint8_t expected[SEAL_SIZE];
  return file_seal (t->mem, path, (const char *) t->mapped.bytes + SEALED,
                    t->mapped.size - SEALED, expected) &&
         !memcmp (expected, h->seal, sizeof expected);
}

void trie_init (trie *t, memory *mem) {
  *t = (trie) {.mem = mem};
  precedents_init (&t->precedents, mem);
  vec_push (mem, &t->blocks, (trie_block) {0});
  vec_push (mem, &t->blocks, (trie_block) {0});
  vec_push (mem, &t->set_start, 0);
}

void trie_release (trie *t) {
  for (size_t i = 0; i < t->functions.len; i++)
    outline_release (t->mem, t->functions.data + i);
  vec_release (t->mem, &t->functions, &t->blocks, &t->set, &t->set_start,
               &t->global, &t->losses, &t->shapes, &t->pool);
  precedents_release (&t->precedents);
  vec_release (t->mem, &t->moments);
  if (t->mapped.size)
    whole_file_unmap (&t->mapped);
  t->mapped = (mapped_file) {0};
}
