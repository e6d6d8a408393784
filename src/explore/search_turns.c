/* Depth first, and in turns a path by chance: what is shallow is not starved by
 * a loop that the input drives, and most paths still have nearly everything in
 * common with the one before, which is what makes depth first cheap.
 *
 * The tree of paths that wait, as lines: what one turn left, the shallowest
 * first. An entry is a path, or the line of the turn that took it from there.
 *
 *     root   a  b  [line]  d  e    <- depth first goes on at the far end
 *                    |
 *                    x  y  z       <- what a turn that began at c left
 *
 * In a line a path waits beside all that is behind it. So chance that takes
 * either side of each fork, as likely, stops at the first entry with 1/2, at
 * the second with 1/4, ...: a walk that costs the same however deep the tree
 * is, and depth first pays a push and a pop.
 *
 * Every few turns a whole path is taken by taste instead: each decision is
 * liked or not, as a coin for the turn says, and is taken nearly always or
 * hardly ever. A coin at each fork seldom goes the same way twenty times in a
 * row, which is what it takes to fill a buffer; a taste does, for all loops at
 * once.
 *
 * What holds: an entry that is left is not empty, but the line of the path that
 * runs may be.
 */

#include "explore/searcher_priv.h"

/* Steps are forks, and starts of paths; a while without a fork is as much as
 * A_WHILE of them, since it may be a loop that never ends. The first turn is
 * long, since small programs are explored within it, in the order of the
 * program; a path with many decisions ends it, since that is what a loop
 * without an end looks like.
 */
#define FIRST_TURN 2048
#define FIRST_DEPTH 256
#define DEPTH_TURN 64
#define A_WHILE 32
#define CHANCE_TURN 4
#define TASTE_TURN 1024 /* a path that does not end sooner */
#define TASTE_EVERY 4   /* turns by chance */
#define WHIM 63         /* against the taste: 1 of 64 */

typedef struct line line;

typedef struct line_entry {
  pending *path; /* or NULL, and ... */
  line *line;    /* ... what is left of it; both NULL: nothing */
  uint32_t edge; /* the decision that it began with */
} line_entry;

struct line {
  line *parent;
  size_t at; /* there */
  VEC (line_entry) all;
  size_t n_left; /* entries that are not empty */
  size_t asleep; /* so many at the start have no state, nor all below them */
};

typedef struct turns {
  searcher base;
  memory *mem;
  line *root;
  line *deep; /* where depth first goes on */
  line *now;  /* of the path that runs */
  size_t count;
  uint64_t random;
  uint64_t steps, until; /* so far; when the turn is over */
  bool is_first;         /* the first turn is not over */
  bool has_forked;       /* the path that runs, since it was asked last */
  bool is_chance;        /* the turn was given by chance ... */
  uint64_t chances;      /* ... as so many */
  uint64_t taste;        /* of the turn; 0: it is a coin at each fork */
  size_t liked;          /* 1 + the entry of 'now' that goes on; 0: none */
} turns;

static turns *turns_of (searcher *s) { return (turns *) s; }

/* Lines. */

static line *line_new (turns *t, line *parent, size_t at) {
  line *l = memory_zalloc (t->mem, sizeof *l);
  l->parent = parent;
  l->at = at;
  return l;
}

static void line_drop (turns *t, line *l) {
  vec_release (t->mem, &l->all);
  memory_free (t->mem, l, sizeof *l);
}

static bool is_empty (const line_entry *e) { return !e->path && !e->line; }

/* Nothing is left of the entry. */
static void line_lose (line *l, size_t i) {
  assert (!is_empty (l->all.data + i) && l->n_left);
  l->all.data[i] = (line_entry) {0};
  l->n_left--;
  while (l->all.len && is_empty (&vec_last (&l->all)))
    (void) vec_pop (&l->all);
}

/* Lines of which nothing is left go; gives the first that stays. */
static line *line_tidy (turns *t, line *l) {
  while (!l->n_left && l->parent) {
    line *parent = l->parent;
    assert (parent->all.data[l->at].line == l);
    line_lose (parent, l->at);
    if (t->deep == l)
      t->deep = parent;
    line_drop (t, l);
    l = parent;
  }
  return l;
}

static pending *line_take (turns *t, line *l, size_t i) {
  pending *p = l->all.data[i].path;
  assert (p && t->count);
  line_lose (l, i);
  t->count--;
  t->now = l;
  return p;
}

/* Choosing. */

static pending *take_deepest (turns *t) {
  line *l = line_tidy (t, t->deep);
  while (!vec_last (&l->all).path)
    l = vec_last (&l->all).line;
  t->deep = l;
  return line_take (t, l, l->all.len - 1);
}

static uint64_t toss (turns *t) {
  t->random += 0x9e3779b97f4a7c15u;
  return hash_mix (t->random, 0x2545f4914f6cdd1du);
}

/* Chance takes this entry, and not what is behind it. */
static bool takes (turns *t, const line_entry *e) {
  uint64_t coin = toss (t);
  if (!t->taste)
    return !(coin & 1);
  bool is_liked = hash_mix (t->taste, e->edge) & 1;
  return is_liked == !!(coin & WHIM);
}

/* Of a line that has only another one left, that one takes the place. */
static line *skip_over (turns *t, line *l) {
  while (l->n_left == 1 && vec_last (&l->all).line) {
    line *only = vec_last (&l->all).line;
    only->parent = l->parent;
    only->at = l->at;
    if (l->parent)
      l->parent->all.data[l->at].line = only;
    else
      t->root = only;
    if (t->deep == l)
      t->deep = only;
    line_drop (t, l);
    l = only;
  }
  return l;
}

/* What is empty makes way, when it is most of all. */
static void close_gaps (line *l) {
  size_t n = 0;
  if (l->n_left > l->all.len / 2)
    return;
  for (size_t i = 0; i < l->all.len; i++) {
    line_entry e = l->all.data[i];
    if (is_empty (&e))
      continue;
    if (e.line)
      e.line->at = n;
    l->all.data[n++] = e;
  }
  assert (n == l->n_left);
  l->all.len = n;
  l->asleep = 0;
}

static size_t line_any (turns *t, line *l) {
  close_gaps (l);
  size_t i = 0, last = l->all.len - 1;
  while (i < last &&
         (is_empty (l->all.data + i) || !takes (t, l->all.data + i)))
    i++;
  return i;
}

/* Its turn has a line of its own, in its place. */
static pending *take_apart (turns *t, line *l, size_t i) {
  line_entry *e = l->all.data + i;
  pending *p = e->path;
  assert (p && t->count);
  e->path = NULL;
  t->now = e->line = line_new (t, l, i);
  t->count--;
  return p;
}

static pending *take_by_chance (turns *t) {
  line *l = skip_over (t, t->root);
  size_t i = line_any (t, l);
  while (!l->all.data[i].path) {
    l = skip_over (t, l->all.data[i].line);
    i = line_any (t, l);
  }
  return take_apart (t, l, i);
}

static void begin_turn (turns *t) {
  t->is_first = false;
  t->is_chance = !t->is_chance;
  t->taste = t->is_chance && ++t->chances % TASTE_EVERY == 0 ? toss (t) | 1 : 0;
  t->until = t->steps + (t->taste       ? TASTE_TURN
                         : t->is_chance ? CHANCE_TURN
                                        : DEPTH_TURN);
}

static pending *turns_next (searcher *s) {
  turns *t = turns_of (s);
  size_t liked = t->liked;
  t->liked = 0;
  if (liked)
    return take_apart (t, t->now, liked - 1);
  bool is_over = ++t->steps >= t->until || t->taste;
  if (!t->count)
    return NULL;
  line *now = line_tidy (t, t->now);
  if (is_over)
    begin_turn (t);
  if (!t->is_chance)
    return take_deepest (t);
  if (is_over || now != t->now)
    return take_by_chance (t);
  while (!vec_last (&now->all).path)
    now = vec_last (&now->all).line;
  return line_take (t, now, now->all.len - 1);
}

/* Something in the line may have a state again. */
static void line_wake (line *l) {
  if (l->asleep > l->all.len)
    l->asleep = l->all.len;
  for (; l->parent && l->parent->asleep > l->at; l = l->parent)
    l->parent->asleep = l->at;
}

static void turns_add (searcher *s, pending *p) {
  turns *t = turns_of (s);
  line_wake (t->now);
  line_entry e = {.path = p, .edge = p->edge};
  vec_push (t->mem, &t->now->all, e);
  if (t->taste && !t->liked && takes (t, &e))
    t->liked = t->now->all.len;
  t->now->n_left++;
  t->count++;
}

static bool turns_goes_on (searcher *s, const pending *p) {
  turns *t = turns_of (s);
  if (t->is_first && p->decisions > FIRST_DEPTH)
    t->until = t->steps;
  t->steps += t->has_forked ? 1 : A_WHILE;
  t->has_forked = false;
  return t->steps < t->until && !t->liked;
}

static void turns_forked (searcher *s, pending *from, size_t n,
                          pending **into) {
  (void) from, (void) n, (void) into;
  turns_of (s)->has_forked = true;
}

static size_t turns_count (const searcher *s) {
  return ((const turns *) s)->count;
}

static pending *first_awake (line *l) {
  for (; l->asleep < l->all.len; l->asleep++) {
    const line_entry *e = l->all.data + l->asleep;
    pending *p = e->line ? first_awake (e->line) : e->path;
    if (p && p->state)
      return p;
  }
  return NULL;
}

static pending *turns_last (searcher *s) {
  return first_awake (turns_of (s)->root);
}

static void turns_free (searcher *s) {
  turns *t = turns_of (s);
  assert (!t->count);
  t->now = line_tidy (t, t->now);
  line_drop (t, t->root);
  memory_free (t->mem, t, sizeof *t);
}

searcher *searcher_new_turns (memory *mem, uint64_t seed) {
  turns *t = memory_zalloc (mem, sizeof *t);
  t->mem = mem;
  t->random = seed;
  t->until = FIRST_TURN;
  t->is_first = true;
  t->root = t->deep = t->now = line_new (t, NULL, 0);
  t->base = (searcher) {.add = turns_add,
                        .next = turns_next,
                        .goes_on = turns_goes_on,
                        .count = turns_count,
                        .last = turns_last,
                        .forked = turns_forked,
                        .ended = searcher_ignore_end,
                        .close = searcher_ignore_close,
                        .free = turns_free,
                        .is_depth_first = true};
  return &t->base;
}
