/* Tries in files: docs/formats/trie.md. */

#include "memo/trie.h"
#include "store/seal.h"
#include "suite/end_pack.h"

#include <xxhash.h>

#define MAGIC "RPTRIE\0\11"
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

/* Writing. */

static void pack_hash (memory *mem, char_vec *out, hash128 h) {
  text_add (mem, out, (const char *) &h, sizeof h);
}

static void pack_list (memory *mem, char_vec *out, size_t n,
                       const uint32_t *list) {
  for (size_t i = 0; i < n; i++)
    pack_number (mem, out, list[i]);
}

static void pack_outline (memory *mem, char_vec *out, const outline *o) {
  pack_text (mem, out, o->name);
  pack_hash (mem, out, o->signature);
  pack_number (mem, out, o->n_params);
  pack_number (mem, out, o->block.len);
  for (size_t i = 0; i < o->block.len; i++) {
    const outline_block *b = o->block.data + i;
    pack_hash (mem, out, b->digest);
    pack_number (mem, out, b->n_slots);
    pack_number (mem, out, b->n_next);
    pack_list (mem, out, b->n_slots, o->pool.data + b->slots);
    pack_list (mem, out, b->n_next, o->pool.data + b->next);
  }
}

static void pack_global (memory *mem, char_vec *out, const trie_global *g) {
  pack_text (mem, out, g->name);
  pack_number (mem, out, g->slot);
  pack_hash (mem, out, g->digest);
}

static void pack_set (memory *mem, char_vec *out, const trie *t, size_t i) {
  uint32_t from = t->set_start.data[i], to = t->set_start.data[i + 1];
  assert (from <= to && to <= t->set.len);
  uint32_t last = 0;
  pack_number (mem, out, to - from);
  for (; from < to; from++) {
    assert (t->set.data[from] >= last); /* they increase */
    pack_number (mem, out, t->set.data[from] - last);
    last = t->set.data[from];
  }
}

static void pack_spot (memory *mem, char_vec *out, trie_spot s) {
  pack_number (mem, out, s.function);
  pack_number (mem, out, s.block);
  pack_number (mem, out, s.offset);
}

static void pack_loss (memory *mem, char_vec *out, const trie_loss *l) {
  cause_pack (mem, out, &l->cause);
  pack_spot (mem, out, l->at);
  pack_number (mem, out, l->before);
}

static void pack_shape (memory *mem, char_vec *out, const trie *t,
                        const shape *s) {
  assert (s->list + s->size <= t->pool.len);
  pack_number (mem, out, s->kind);
  pack_number (mem, out, s->what);
  pack_number (mem, out, s->is_inexact);
  pack_number (mem, out, s->lost);
  pack_number (mem, out, s->set);
  pack_number (mem, out, s->questions);
  text_add (mem, out, (const char *) &s->asked, sizeof s->asked);
  pack_number (mem, out, s->n);
  pack_spot (mem, out, s->site);
  pack_number (mem, out, s->size);
  pack_list (mem, out, s->size, t->pool.data + s->list);
  pack_number (mem, out, s->limit);
  if (s->limit)
    pack_number (mem, out, s->bound);
}

static void pack_precedent (memory *mem, char_vec *out, const precedents *p,
                            size_t i) {
  precedent x = precedents_at (p, i);
  pack_hash (mem, out, p->all.data[i].question);
  pack_number (mem, out, x.possible);
  pack_number (mem, out, x.n_inputs);
  for (uint32_t k = 0; k < precedent_values (&x); k++)
    pack_number (mem, out, x.value[k]);
}

static void pack_moments (memory *mem, char_vec *out, const trie *t) {
  uint32_t last = 0;
  pack_number (mem, out, t->moments.len);
  for (size_t i = 0; i < t->moments.len; i++) {
    const trie_moment *x = t->moments.data + i;
    pack_number (mem, out, x->node - last);
    text_add (mem, out, (const char *) &x->key, sizeof x->key);
    pack_hash (mem, out, x->digest);
    pack_number (mem, out, x->set);
    pack_number (mem, out, x->questions);
    if (x->questions)
      text_add (mem, out, (const char *) &x->asked, sizeof x->asked);
    last = x->node;
  }
}

static void pack_tables (memory *mem, char_vec *out, const trie *t) {
  pack_hash (mem, out, t->globals);
  pack_hash (mem, out, t->functions_digest);
  for (int i = LIMIT_NONE + 1; i < LIMIT_COUNT; i++)
    pack_number (mem, out, t->limit[i]);
  pack_number (mem, out, t->global.len);
  for (size_t i = 0; i < t->global.len; i++)
    pack_global (mem, out, t->global.data + i);
  pack_number (mem, out, t->functions.len);
  for (size_t i = 0; i < t->functions.len; i++)
    pack_outline (mem, out, t->functions.data + i);
  pack_number (mem, out, t->blocks.len);
  for (size_t i = 0; i < t->blocks.len; i++) {
    pack_number (mem, out, t->blocks.data[i].function + 1); /* 0: a global */
    pack_number (mem, out, t->blocks.data[i].number);
  }
  pack_number (mem, out, trie_sets (t));
  for (size_t i = 0; i < trie_sets (t); i++)
    pack_set (mem, out, t, i);
  pack_number (mem, out, t->losses.len);
  for (size_t i = 0; i < t->losses.len; i++)
    pack_loss (mem, out, t->losses.data + i);
  pack_number (mem, out, t->shapes.len);
  for (size_t i = 0; i < t->shapes.len; i++)
    pack_shape (mem, out, t, t->shapes.data + i);
  pack_number (mem, out, t->precedents.all.len);
  for (size_t i = 0; i < t->precedents.all.len; i++)
    pack_precedent (mem, out, &t->precedents, i);
  pack_moments (mem, out, t);
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
  pack_tables (mem, &file, t);
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

/* A number below a limit. */
static uint32_t unpack_below (unpacker *u, uint64_t limit) {
  uint64_t n = unpack_number (u);
  if (n >= limit)
    u->is_bad = true;
  return u->is_bad ? 0 : (uint32_t) n;
}

/* How many of something follow: each takes a byte at least. */
static uint32_t unpack_count (unpacker *u) {
  return unpack_below (u, (uint64_t) (u->end - u->at) + 1);
}

static void unpack_global (trie *t, unpacker *u) {
  trie_global g = {.name = unpack_text (u)};
  g.slot = unpack_below (u, ADDRESS_SLOTS);
  unpack_raw (u, &g.digest, sizeof g.digest);
  vec_push (t->mem, &t->global, g);
}

static void unpack_slots (trie *t, unpacker *u, outline *o, outline_block *b) {
  b->slots = (uint32_t) o->pool.len;
  for (uint32_t i = 0; i < b->n_slots && !u->is_bad; i++) {
    uint32_t slot = unpack_below (u, MAX_SLOT);
    if (slot >= o->max_slot)
      o->max_slot = slot + 1;
    vec_push (t->mem, &o->pool, slot);
  }
}

static void unpack_outline (trie *t, unpacker *u) {
  outline o = {.name = unpack_text (u)};
  unpack_raw (u, &o.signature, sizeof o.signature);
  o.n_params = o.max_slot = unpack_below (u, 1u << 20);
  uint32_t n = unpack_count (u);
  for (uint32_t i = 0; i < n && !u->is_bad; i++) {
    outline_block b = {0};
    unpack_raw (u, &b.digest, sizeof b.digest);
    b.n_slots = unpack_count (u);
    b.n_next = unpack_count (u);
    unpack_slots (t, u, &o, &b);
    b.next = (uint32_t) o.pool.len;
    for (uint32_t k = 0; k < b.n_next && !u->is_bad; k++)
      vec_push (t->mem, &o.pool, unpack_below (u, n));
    vec_push (t->mem, &o.block, b);
  }
  vec_push (t->mem, &t->functions, o);
}

static void unpack_blocks (trie *t, unpacker *u) {
  uint32_t n = unpack_count (u);
  vec_clear (&t->blocks);
  for (uint32_t i = 0; i < n && !u->is_bad; i++) {
    bool is_real = i > TRIE_FUNCTIONS;
    uint32_t n_functions = (uint32_t) t->functions.len + !is_real;
    trie_block b = {.function = unpack_below (u, n_functions + 1) - 1};
    bool is_global = is_real && b.function == TRIE_GLOBAL;
    if (u->is_bad)
      return;
    size_t limit = is_global ? t->global.len
                   : is_real ? t->functions.data[b.function].block.len
                             : 1;
    b.number = unpack_below (u, limit);
    vec_push (t->mem, &t->blocks, b);
  }
  u->is_bad |= n < 2;
}

static void unpack_sets (trie *t, unpacker *u) {
  uint32_t n = unpack_count (u);
  for (uint32_t i = 0; i < n && !u->is_bad; i++) {
    uint64_t at = 0;
    for (uint32_t k = unpack_count (u); k && !u->is_bad; k--) {
      at += unpack_number (u);
      u->is_bad |= at >= (uint64_t) t->blocks.len * 4;
      vec_push (t->mem, &t->set, (uint32_t) at);
    }
    vec_push (t->mem, &t->set_start, (uint32_t) t->set.len);
  }
}

/* The place of a decision or a frame is inside of its function. */
static trie_spot unpack_spot (trie *t, unpacker *u) {
  trie_spot s = {.function = unpack_below (u, t->functions.len + 1)};
  bool is_known = s.function < t->functions.len;
  size_t n = is_known ? t->functions.data[s.function].block.len : 1;
  s.block = unpack_below (u, n);
  s.offset = unpack_below (u, 1u << 30);
  return s;
}

/* One comes after those before it. */
static void unpack_loss (trie *t, unpacker *u) {
  trie_loss l = {0};
  l.cause = cause_unpack (u);
  l.at = unpack_spot (t, u);
  u->is_bad |= l.at.function >= t->functions.len;
  l.before = unpack_below (u, t->losses.len + 1);
  vec_push (t->mem, &t->losses, l);
}

/* Alternatives go up. */
static void unpack_choice (trie *t, unpacker *u, const shape *s) {
  uint32_t choice = unpack_below (u, s->n);
  u->is_bad |= t->pool.len > s->list && vec_last (&t->pool) >= choice;
  vec_push (t->mem, &t->pool, choice);
}

static bool has_spots (const shape *s) {
  return s->kind == SHAPE_FAULT || s->kind == SHAPE_CUT;
}

static void unpack_list (trie *t, unpacker *u, shape *s) {
  s->list = (uint32_t) t->pool.len;
  for (uint32_t i = 0; i < s->size && !u->is_bad; i += has_spots (s) ? 3 : 1) {
    if (!has_spots (s)) {
      unpack_choice (t, u, s);
      continue;
    }
    trie_spot at = unpack_spot (t, u);
    u->is_bad |= at.function >= t->functions.len || s->size % 3;
    vec_push (t->mem, &t->pool, at.function);
    vec_push (t->mem, &t->pool, at.block);
    vec_push (t->mem, &t->pool, at.offset);
  }
}

static void unpack_shape (trie *t, unpacker *u) {
  shape s = {.kind = (uint8_t) unpack_below (u, SHAPE_COUNT)};
  s.what = (uint8_t) unpack_below (u, 256);
  s.is_inexact = unpack_below (u, 2) != 0;
  s.lost = unpack_below (u, t->losses.len + 1);
  s.set = unpack_below (u, trie_sets (t));
  s.questions = unpack_below (u, UINT32_MAX);
  unpack_raw (u, &s.asked, sizeof s.asked);
  s.n = unpack_below (u, UINT32_MAX);
  s.site = unpack_spot (t, u);
  s.size = unpack_count (u);
  unpack_list (t, u, &s);
  s.limit = (uint8_t) unpack_below (u, LIMIT_COUNT);
  s.bound = s.limit ? unpack_number (u) : 0;
  bool is_decision = s.kind == SHAPE_DECISION;
  bool has_site = is_decision || (s.n && s.kind != SHAPE_FINISHED);
  u->is_bad |= has_site && s.site.function >= t->functions.len;
  u->is_bad |= is_decision ? s.size < 2 : s.size && !has_spots (&s);
  u->is_bad |=
      has_spots (&s) && (s.what > ENDING_RELATED || 3u * s.what > s.size);
  vec_push (t->mem, &t->shapes, s);
}

static void unpack_precedent (trie *t, unpacker *u, u64_vec *values) {
  hash128 question;
  precedent x = {0};
  unpack_raw (u, &question, sizeof question);
  x.possible = unpack_number (u);
  u->is_bad |= !x.possible;
  x.n_inputs = unpack_count (u);
  vec_clear (values);
  for (uint32_t k = precedent_values (&x); k && !u->is_bad; k--)
    vec_push (t->mem, values, unpack_number (u));
  x.value = values->data;
  if (!u->is_bad)
    precedents_add (&t->precedents, question, &x);
}

static void unpack_precedents (trie *t, unpacker *u) {
  u64_vec values = {0};
  for (uint32_t n = unpack_count (u); n && !u->is_bad; n--)
    unpack_precedent (t, u, &values);
  vec_release (t->mem, &values);
}

/* Nodes go up, and are there. */
static void unpack_moments (trie *t, unpacker *u) {
  uint64_t at = 0;
  for (uint32_t n = unpack_count (u); n && !u->is_bad; n--) {
    trie_moment x = {0};
    uint64_t more = unpack_number (u);
    u->is_bad |= more >= t->n_nodes || (!more && t->moments.len);
    at += more;
    u->is_bad |= at >= t->n_nodes;
    x.node = (uint32_t) at;
    unpack_raw (u, &x.key, sizeof x.key);
    unpack_raw (u, &x.digest, sizeof x.digest);
    x.set = unpack_below (u, trie_sets (t));
    x.questions = unpack_below (u, UINT32_MAX);
    if (x.questions)
      unpack_raw (u, &x.asked, sizeof x.asked);
    vec_push (t->mem, &t->moments, x);
  }
}

static bool unpack_tables (trie *t, unpacker *u) {
  unpack_raw (u, &t->globals, sizeof t->globals);
  unpack_raw (u, &t->functions_digest, sizeof t->functions_digest);
  for (int i = LIMIT_NONE + 1; i < LIMIT_COUNT; i++)
    t->limit[i] = unpack_number (u);
  for (uint32_t n = unpack_count (u); n && !u->is_bad; n--)
    unpack_global (t, u);
  for (uint32_t n = unpack_count (u); n && !u->is_bad; n--)
    unpack_outline (t, u);
  unpack_blocks (t, u);
  unpack_sets (t, u);
  for (uint32_t n = unpack_count (u); n && !u->is_bad; n--)
    unpack_loss (t, u);
  for (uint32_t n = unpack_count (u); n && !u->is_bad; n--)
    unpack_shape (t, u);
  unpack_precedents (t, u);
  unpack_moments (t, u);
  return !u->is_bad;
}

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
  unpacker u = {.at = data + sizeof h, .end = data + sizeof h + h.tables};
  t->node = (const trie_node *) (data + h.nodes);
  t->n_nodes = (uint32_t) h.n_nodes;
  t->suite = data + h.suite;
  t->suite_size = h.suite_size;
  t->cost = h.cost;
  t->key = h.key;
  return unpack_tables (t, &u) && t->n_nodes;
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
