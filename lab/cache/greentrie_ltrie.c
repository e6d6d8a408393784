#include "lab/cache/greentrie.h"

#include <string.h>

void ltrie_init (ltrie *t, memory *mem, trie_search search, bool is_sat) {
  memset (t, 0, sizeof *t);
  t->mem = mem;
  t->search = search;
  t->is_sat = is_sat;
  texts_init (&t->atoms, mem);
  texts_init (&t->prefixes, mem);
  ipog_init (&t->graph, mem, search == TRIE_PROTOTYPE);
  settrie_init (&t->trie, mem);
  vec_push (mem, &t->depth, 0);
  vec_push (mem, &t->depth, 0);
}

void ltrie_release (ltrie *t) {
  for (size_t i = 0; i < t->nodes.len; i++)
    vec_release (t->mem, &t->nodes.data[i]);
  vec_release (t->mem, &t->nodes, &t->depth);
  settrie_release (&t->trie);
  ipog_release (&t->graph);
  texts_release (&t->prefixes);
  texts_release (&t->atoms);
}

/* Storing. */

static uint32_t add_atom (ltrie *t, const green_atom *a) {
  uint32_t i = texts_add (&t->atoms, a->text);
  if (i == t->nodes.len)
    vec_push (t->mem, &t->nodes, (u32_vec) {0});
  ipog_fact f = {a->relation, a->constant, texts_add (&t->prefixes, a->prefix)};
  ipog_insert (&t->graph, i, &f);
  return i;
}

static uint32_t add_node (ltrie *t, uint32_t at, uint32_t label,
                          uint32_t depth) {
  uint32_t next = settrie_extend (&t->trie, at, label);
  if (next == t->depth.len) {
    vec_push (t->mem, &t->depth, depth);
    vec_push (t->mem, &t->nodes.data[label], next);
  }
  return next;
}

/* Of two sets where one begins with the other, the shorter one says more when
 * they are unsatisfiable.
 */
bool ltrie_insert (ltrie *t, size_t n, const green_atom *a, uint32_t value) {
  uint32_t at = SET_ROOT, depth = 0;
  for (size_t i = 0; i < n; i++) {
    depth += !i || strcmp (a[i - 1].prefix, a[i].prefix);
    at = add_node (t, at, add_atom (t, &a[i]), depth);
    if (t->is_sat || i + 1 == n)
      continue;
    set_node *s = settrie_node (&t->trie, at);
    if (s->value && t->search != TRIE_PROTOTYPE)
      return false;
    s->value = 0;
  }
  if (!t->is_sat)
    settrie_prune (&t->trie, at);
  settrie_node (&t->trie, at)->value = value;
  t->count++;
  return true;
}

/* Searching. */

static bool fact_of (const ltrie *t, const green_atom *a, ipog_fact *out) {
  *out = (ipog_fact) {a->relation, a->constant,
                      texts_find (&t->prefixes, a->prefix)};
  return out->prefix != TEXT_NONE;
}

/* Algorithm 2: down the trie, along atoms that are implied. */
static uint32_t walk_down (const ltrie *t, const map *implied) {
  u32_vec todo = {0};
  uint32_t res = 0;
  vec_push (t->mem, &todo, SET_ROOT);
  while (!res && todo.len) {
    uint32_t at = vec_pop (&todo);
    const set_node *s = settrie_node (&t->trie, at);
    res = s->value;
    for (uint32_t c = s->child; !res && c;
         c = settrie_node (&t->trie, c)->sibling)
      if (map_find (implied, settrie_node (&t->trie, c)->element + 1))
        vec_push (t->mem, &todo, c);
  }
  vec_release (t->mem, &todo);
  return res;
}

uint32_t ltrie_subset (ltrie *t, size_t n, const green_atom *a) {
  map implied;
  map_init (&implied, t->mem);
  u32_vec set = {0};
  for (size_t i = 0; i < n; i++) {
    ipog_fact f;
    if (fact_of (t, &a[i], &f))
      ipog_implied (&t->graph, &f, texts_find (&t->atoms, a[i].text), &set);
  }
  for (size_t i = 0; i < set.len; i++)
    map_put (&implied, set.data[i] + 1, 1);
  uint32_t res = set.len ? walk_down (t, &implied) : 0;
  vec_release (t->mem, &set);
  map_release (&implied);
  return res;
}

/* What a superset is looked for with. */
typedef struct ltrie_target {
  size_t n;
  u32_vec ris;   /* the reverse implication sets, one after the other */
  u32_vec end;   /* of each */
  u32_vec depth; /* prefixes up to each atom */
  map implies;   /* (atom of the target, stored atom) */
} ltrie_target;

static void target_release (ltrie_target *g, memory *mem) {
  vec_release (mem, &g->ris, &g->end, &g->depth);
  map_release (&g->implies);
}

static uint64_t pair_of (size_t i, uint32_t label) {
  return ((uint64_t) i + 1) << 32 | label;
}

static bool is_implied (const ltrie_target *g, size_t i, uint32_t label) {
  return map_find (&g->implies, pair_of (i, label));
}

/* False when some atom is implied by nothing stored. */
static bool target_init (ltrie_target *g, ltrie *t, size_t n,
                         const green_atom *a) {
  memset (g, 0, sizeof *g);
  g->n = n;
  map_init (&g->implies, t->mem);
  uint32_t depth = 0;
  for (size_t i = 0; i < n; i++) {
    ipog_fact f;
    size_t start = g->ris.len;
    if (fact_of (t, &a[i], &f))
      ipog_implying (&t->graph, &f, texts_find (&t->atoms, a[i].text), &g->ris);
    if (start == g->ris.len)
      return false;
    for (size_t k = start; k < g->ris.len; k++)
      map_put (&g->implies, pair_of (i, g->ris.data[k]), 1);
    depth += !i || strcmp (a[i - 1].prefix, a[i].prefix);
    vec_push (t->mem, &g->end, (uint32_t) g->ris.len);
    vec_push (t->mem, &g->depth, depth);
  }
  return true;
}

/* Algorithm 1, isSuperset: atoms are found from the last one to the first.
 * A node with fewer prefixes above than are still to be found ends the walk.
 */
static bool walk_up (const ltrie *t, const ltrie_target *g, uint32_t at) {
  size_t left = g->n;
  if (t->search == TRIE_PROTOTYPE) {
    at = settrie_node (&t->trie, at)->parent;
    left--;
  }
  while (left && at != SET_ROOT &&
         t->depth.data[at] >= g->depth.data[left - 1]) {
    while (left &&
           is_implied (g, left - 1, settrie_node (&t->trie, at)->element))
      left--;
    at = settrie_node (&t->trie, at)->parent;
  }
  return !left;
}

/* Atoms of one prefix in any order. */
static bool walk_up_complete (const ltrie *t, const ltrie_target *g,
                              uint32_t at) {
  u32_vec found = {0};
  size_t left = g->n;
  for (size_t i = 0; i < g->n; i++)
    vec_push (t->mem, &found, 0);
  for (; left && at != SET_ROOT; at = settrie_node (&t->trie, at)->parent)
    for (size_t i = 0; i < g->n; i++)
      if (!found.data[i] &&
          is_implied (g, i, settrie_node (&t->trie, at)->element)) {
        found.data[i] = 1;
        left--;
      }
  vec_release (t->mem, &found);
  return !left;
}

/* Where walks begin: at atoms that imply the last one; to be complete, at
 * those that imply any of its prefix.
 */
static size_t first_start (const ltrie *t, const ltrie_target *g) {
  size_t i = g->n - 1;
  if (t->search == TRIE_COMPLETE)
    while (i && g->depth.data[i - 1] == g->depth.data[g->n - 1])
      i--;
  return i ? g->end.data[i - 1] : 0;
}

static uint32_t search_up (const ltrie *t, const ltrie_target *g) {
  for (size_t k = first_start (t, g); k < g->ris.len; k++) {
    const u32_vec *nodes = &t->nodes.data[g->ris.data[k]];
    for (size_t i = 0; i < nodes->len; i++) {
      uint32_t at = nodes->data[i];
      if (t->search == TRIE_COMPLETE ? walk_up_complete (t, g, at)
                                     : walk_up (t, g, at))
        return settrie_node (&t->trie, settrie_end (&t->trie, at))->value;
    }
  }
  return 0;
}

uint32_t ltrie_superset (ltrie *t, size_t n, const green_atom *a) {
  if (!n)
    return 0;
  ltrie_target g;
  uint32_t res = target_init (&g, t, n, a) ? search_up (t, &g) : 0;
  target_release (&g, t->mem);
  return res;
}
