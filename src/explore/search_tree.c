/* Random path: a walk from the root of the tree of paths.
 *
 * Inner nodes are forks with something alive below. A node that has lost all
 * of its kids but one is skipped over, so the tree has at most twice as many
 * nodes as there are paths waiting.
 */

#include "explore/searcher_priv.h"
#include "explore/waiting.h"

typedef struct branching branching;
struct branching {
  branching *parent;
  pending *pending; /* of a leaf that waits */
  bool is_leaf;     /* a path, waiting or running */
  VEC (branching *) kids;
};

typedef struct path_tree {
  searcher base;
  memory *mem;
  uint64_t random;
  branching *root;
  waiting *waiting;
  bool has_rare_turns;
  size_t chances; /* turns by chance before the next for the rarest */
  bool is_closed;
  VEC (pending *) rest; /* all that wait, once it is closed */
} path_tree;

static path_tree *tree_of (searcher *s) { return (path_tree *) s; }

static uint64_t draw (path_tree *t, uint64_t below) {
  t->random += 0x9e3779b97f4a7c15u;
  return hash_mix (t->random, 0x2545f4914f6cdd1du) % below;
}

static branching *add_kid (path_tree *t, branching *parent) {
  branching *b = memory_zalloc (t->mem, sizeof *b);
  b->parent = parent;
  b->is_leaf = true;
  if (parent)
    vec_push (t->mem, &parent->kids, b);
  return b;
}

static void tree_add (searcher *s, pending *p) {
  path_tree *t = tree_of (s);
  assert (!t->is_closed && (p->place || !t->root));
  if (!p->place)
    p->place = t->root = add_kid (t, NULL); /* the first of all */
  assert (p->place->is_leaf && !p->place->pending);
  p->place->pending = p;
  waiting_add (t->waiting, p);
}

/* Does anything wait below? Running paths are leaves without a pending. */
static bool has_waiting (const branching *b) {
  return b->is_leaf ? b->pending != NULL : b->kids.len > 0;
}

static branching *walk (path_tree *t) {
  branching *b = t->root;
  while (b && !b->is_leaf) {
    size_t n = b->kids.len, at = (size_t) draw (t, n);
    branching *kid = NULL;
    for (size_t i = 0; i < n && !kid; i++)
      if (has_waiting (b->kids.data[(at + i) % n]))
        kid = b->kids.data[(at + i) % n];
    b = kid;
  }
  return b;
}

/* Every other turn; less often where many wait: what is rare is also young, and
 * chance gives the others their turn.
 */
static bool is_rare_turn (path_tree *t) {
  bool is_rare = t->has_rare_turns && !t->chances;
  size_t n = waiting_count (t->waiting);
  t->chances = is_rare ? 1 + n / 256 : t->chances - !!t->chances;
  return is_rare;
}

static void each_branching (path_tree *t,
                            void (*visit) (path_tree *, branching *)) {
  VEC (branching *) todo = {0};
  if (t->root)
    vec_push (t->mem, &todo, t->root);
  while (todo.len) {
    branching *b = vec_pop (&todo);
    for (size_t i = 0; i < b->kids.len; i++)
      vec_push (t->mem, &todo, b->kids.data[i]);
    visit (t, b);
  }
  vec_release (t->mem, &todo);
}

static void tree_collect (path_tree *t, branching *b) {
  if (b->pending)
    vec_push (t->mem, &t->rest, b->pending);
}

static void tree_close (searcher *s) {
  path_tree *t = tree_of (s);
  if (!t->is_closed)
    each_branching (t, tree_collect);
  t->is_closed = true;
}

static pending *tree_choose (path_tree *t) {
  if (t->is_closed)
    return vec_pop (&t->rest);
  if (is_rare_turn (t))
    return waiting_rarest (t->waiting);
  branching *b = walk (t);
  if (b)
    return b->pending;
  /* chance led to a path that runs: any other will do */
  pending *p = waiting_oldest (t->waiting);
  return p ? p : waiting_rarest (t->waiting);
}

static pending *next (searcher *s) {
  path_tree *t = tree_of (s);
  if (!waiting_count (t->waiting))
    return NULL;
  pending *p = tree_choose (t);
  assert (p->place->is_leaf && p->place->pending == p);
  p->place->pending = NULL;
  waiting_remove (t->waiting, p);
  return p;
}

static size_t tree_count (const searcher *s) {
  return waiting_count (((const path_tree *) s)->waiting);
}

static pending *last (searcher *s) {
  return waiting_oldest (tree_of (s)->waiting);
}

static void forked (searcher *s, pending *from, size_t n, pending **into) {
  path_tree *t = tree_of (s);
  branching *b = from->place;
  assert (b->is_leaf && !b->kids.len && n);
  b->is_leaf = false;
  b->pending = NULL;
  for (size_t i = 0; i < n; i++)
    into[i]->place = add_kid (t, b);
}

static void tree_drop (path_tree *t, branching *b) {
  vec_release (t->mem, &b->kids);
  memory_free (t->mem, b, sizeof *b);
}

static void remove_kid (branching *parent, const branching *kid) {
  size_t n = 0;
  for (size_t i = 0; i < parent->kids.len; i++)
    if (parent->kids.data[i] != kid)
      parent->kids.data[n++] = parent->kids.data[i];
  assert (n + 1 == parent->kids.len); /* it was there, and once */
  parent->kids.len = n;
}

/* A node with one kid is replaced by it. */
static void skip_over (path_tree *t, branching *b) {
  assert (b->kids.len == 1 && !b->is_leaf);
  branching *kid = b->kids.data[0];
  kid->parent = b->parent;
  for (size_t i = 0; b->parent && i < b->parent->kids.len; i++)
    if (b->parent->kids.data[i] == b)
      b->parent->kids.data[i] = kid;
  if (!b->parent)
    t->root = kid;
  tree_drop (t, b);
}

static void ended (searcher *s, pending *p) {
  path_tree *t = tree_of (s);
  branching *b = p->place;
  p->place = NULL;
  assert (!b || (b->is_leaf && !b->kids.len)); /* what forked has no end */
  while (b) {
    branching *parent = b->parent;
    if (!parent)
      t->root = NULL;
    else
      remove_kid (parent, b);
    tree_drop (t, b);
    b = parent && !parent->kids.len ? parent : NULL;
    if (parent && parent->kids.len == 1)
      skip_over (t, parent);
  }
}

static void tree_free (searcher *s) {
  path_tree *t = tree_of (s);
  each_branching (t, tree_drop);
  waiting_free (t->waiting);
  vec_release (t->mem, &t->rest);
  memory_free (t->mem, t, sizeof *t);
}

searcher *searcher_new_tree (memory *mem, uint64_t seed,
                             const u32_vec *visits) {
  path_tree *t = memory_zalloc (mem, sizeof *t);
  t->mem = mem;
  t->random = seed;
  t->has_rare_turns = visits;
  t->waiting = waiting_new (mem, visits);
  t->base = (searcher) {.add = tree_add,
                        .next = next,
                        .count = tree_count,
                        .last = last,
                        .forked = forked,
                        .ended = ended,
                        .close = tree_close,
                        .free = tree_free};
  return &t->base;
}
