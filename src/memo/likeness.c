/* Two things are kept.
 *
 *     looks   block of then -> block of now: the same ones as aligned, and
 *             between two of these the others in their order
 *
 *                 then   A  b  c  D        A and D are the same, so b looks
 *                 now    A  x  y  D        like x and c like y
 *
 *     fate    of each old node, the best that became of it: met, passed, ended
 *             before, arrived at. Smaller is better, as they are listed; it
 *             only ever becomes better.
 *
 * A path has its kinship, a value that is copied when it forks: the old node it
 * is near to. It strays once, and the first reason stays.
 */

#include "memo/likeness.h"

#define FEW_NODES 8

/* Fates of nodes: what, and where it happened. */
typedef enum fate_kind {
  FATE_NONE,
  FATE_MET,    /* the decision was made again */
  FATE_PASSED, /* it was not, and the path went on behind it */
  FATE_ENDED,  /* the path ended before it */
  FATE_ARRIVED /* a path came there, and that is all */
} fate_kind;

#define NO_FUNCTION 0x1fffffffu

static uint64_t fate_make (fate_kind k, spot at) {
  assert (k != FATE_NONE && k < 8); /* three bits, and 0 is none */
  return (uint64_t) k << 61 | (uint64_t) (at.function & NO_FUNCTION) << 32 |
         at.insn;
}
static fate_kind fate_what (uint64_t f) { return (fate_kind) (f >> 61); }
static spot fate_spot (uint64_t f) {
  return (spot) {(uint32_t) (f >> 32) & NO_FUNCTION, (uint32_t) f};
}

void likeness_init (likeness *k, memory *mem, program *p, const old_trie *from,
                    recorder *r) {
  *k = (likeness) {.mem = mem, .program = p, .old_trie = from, .recorder = r};
  k->fate = memory_zalloc (mem, from->trie.n_nodes * sizeof *k->fate);
  for (size_t i = 0; i < from->trie.functions.len; i++) {
    vec_push (mem, &k->looks, (u32_vec) {0});
    vec_push (mem, &k->has_looks, 0);
  }
}

void likeness_release (likeness *k) {
  for (size_t i = 0; i < k->looks.len; i++)
    vec_release (k->mem, k->looks.data + i);
  vec_release (k->mem, &k->looks, &k->has_looks);
  memory_free (k->mem, k->fate, k->old_trie->trie.n_nodes * sizeof *k->fate);
}

/* Blocks that look alike. */

/* Blocks without a partner, from these two on: as long as they last, in their
 * order, if they have as many ways out.
 */
typedef VEC (uint8_t) likeness_flags;

static void pair_gap (const outline *a, const outline *b, u32_vec *to,
                      const likeness_flags *is_taken, uint32_t i, uint32_t j) {
  uint32_t i_end = i, j_end = j;
  assert (to->len == a->block.len && is_taken->len == b->block.len);
  while (i_end < a->block.len && !to->data[i_end])
    i_end++;
  while (j_end < b->block.len && !is_taken->data[j_end])
    j_end++;
  while (i < i_end && j < j_end) {
    bool is_same = a->block.data[i].n_next == b->block.data[j].n_next;
    if (is_same)
      to->data[i] = j + 1;
    bool more_a = i_end - i > j_end - j, more_b = j_end - j > i_end - i;
    i += is_same || !more_b;
    j += is_same || !more_a;
  }
}

static void make_looks (likeness *k, uint32_t f) {
  assert (f < k->looks.len && k->looks.len == k->has_looks.len);
  const outline *a = k->old_trie->trie.functions.data + f;
  uint32_t now = k->old_trie->function_to.data[f];
  u32_vec *to = k->looks.data + f;
  assert (!k->has_looks.data[f] && !to->len); /* once a function */
  k->has_looks.data[f] = 1;
  const u32_vec *same = k->old_trie->number_to.data + f;
  for (size_t i = 0; i < a->block.len; i++)
    vec_push (k->mem, to, i < same->len ? same->data[i] : 0);
  if (!now)
    return;
  const outline *b = recorder_outline (k->recorder, now - 1);
  likeness_flags is_taken = {0};
  vec_extend (k->mem, &is_taken, b->block.len);
  for (size_t i = 0; i < a->block.len; i++)
    if (to->data[i])
      is_taken.data[to->data[i] - 1] = 1;
  for (uint32_t i = 0; i < a->block.len; i++)
    if (!to->data[i] && (!i || to->data[i - 1]))
      pair_gap (a, b, to, &is_taken, i, i ? to->data[i - 1] : 0);
  vec_release (k->mem, &is_taken);
}

static bool looks_like (likeness *k, uint32_t old, const likeness_decision *d) {
  const shape *s = trie_shape (&k->old_trie->trie, old);
  if (s->kind != SHAPE_DECISION || s->what != (uint8_t) d->what || s->n != d->n)
    return false;
  uint32_t f = s->site.function;
  if (k->old_trie->function_to.data[f] != d->at.function + 1)
    return false;
  if (!k->has_looks.data[f])
    make_looks (k, f);
  const u32_vec *same = k->old_trie->number_to.data + f;
  bool is_same = s->site.block < same->len && same->data[s->site.block];
  return s->site.block < k->looks.data[f].len &&
         k->looks.data[f].data[s->site.block] == d->site.block + 1 &&
         (!is_same || s->site.offset == d->site.offset);
}

/* The decision that this one looks like: of the node, or of its largest child
 * that has one if that of the node is gone; UINT32_MAX: none.
 */
static uint32_t find_like (likeness *k, uint32_t old,
                           const likeness_decision *d) {
  const trie *t = &k->old_trie->trie;
  if (looks_like (k, old, d))
    return old;
  const shape *s = trie_shape (t, old);
  uint32_t kid = old + 1, like = UINT32_MAX;
  for (uint32_t i = 0; s->kind == SHAPE_DECISION && i < s->size; i++) {
    if (looks_like (k, kid, d) &&
        (like == UINT32_MAX || trie_size (t, kid) >= trie_size (t, like)))
      like = kid;
    kid += trie_size (t, kid);
  }
  return like;
}

static uint32_t child (const likeness *k, uint32_t old, uint32_t choice) {
  const trie *t = &k->old_trie->trie;
  const shape *s = trie_shape (t, old);
  assert (s->kind == SHAPE_DECISION);
  uint32_t kid = old + 1;
  for (uint32_t i = 0; i < s->size; i++) {
    if (t->pool.data[s->list + i] == choice)
      return kid;
    kid += trie_size (t, kid);
  }
  return UINT32_MAX;
}

static void likeness_note (likeness *k, uint32_t old, fate_kind what, spot at) {
  assert (what != FATE_NONE && old < k->old_trie->trie.n_nodes);
  uint64_t *is = k->fate + old;
  if (!*is || fate_what (*is) > what)
    *is = fate_make (what, at);
}

/* Did the earlier run stop here, before the path ended? */
static bool is_stop (const likeness *k, uint32_t old) {
  const shape *s = trie_shape (&k->old_trie->trie, old);
  return s->kind == SHAPE_OPEN || s->kind == SHAPE_CUT;
}

static kinship stray (kinship x, stray_kind why, spot at) {
  if (x.stray == STRAY_NOT) {
    x.stray = (uint8_t) why;
    x.at = at;
  }
  return x;
}

void likeness_follow (likeness *k, uint32_t old, uint32_t kid, spot at) {
  likeness_note (k, old, FATE_MET, at);
  likeness_note (k, kid, FATE_ARRIVED, at);
}

kinship likeness_next (likeness *k, const kinship *from,
                       const likeness_decision *d, uint32_t choice) {
  kinship x = *from;
  if (!x.near)
    return stray (x, STRAY_NEW_DECISION, d->at);
  assert (x.nearest); /* who is near has been */
  uint32_t old = x.near - 1, like = find_like (k, old, d);
  if (like == UINT32_MAX)
    return stray (x, is_stop (k, old) ? STRAY_BEYOND : STRAY_NEW_DECISION,
                  d->at);
  if (like != old) {
    likeness_note (k, old, FATE_PASSED, d->at);
    x = stray (x, STRAY_GONE, d->at);
  }
  likeness_note (k, like, FATE_MET, d->at);
  uint32_t kid = child (k, like, choice);
  if (kid != UINT32_MAX)
    likeness_note (k, kid, FATE_ARRIVED, d->at);
  x.near = kid == UINT32_MAX ? 0 : kid + 1;
  x.nearest = x.near ? x.near : like + 1;
  return x.near ? x : stray (x, STRAY_NEW_SIDE, d->at);
}

void likeness_end (likeness *k, const kinship *x, spot at) {
  if (x->near &&
      trie_shape (&k->old_trie->trie, x->near - 1)->kind == SHAPE_DECISION)
    likeness_note (k, x->near - 1, x->stray ? FATE_PASSED : FATE_ENDED, at);
}

uint32_t likeness_test (const likeness *k, const kinship *x) {
  const trie *t = &k->old_trie->trie;
  if (!x->near || trie_shape (t, x->near - 1)->kind == SHAPE_DECISION)
    return 0;
  return t->node[x->near - 1].link;
}

uint32_t likeness_test_near (const likeness *k, const kinship *x) {
  const trie *t = &k->old_trie->trie;
  uint32_t size = x->near ? trie_size (t, x->near - 1) : 0;
  for (uint32_t i = size <= FEW_NODES ? size : 0; i; i--)
    if (trie_shape (t, x->near + i - 2)->kind != SHAPE_DECISION &&
        t->node[x->near + i - 2].link)
      return t->node[x->near + i - 2].link;
  return 0;
}

/* Reasons. */

static void add_place (likeness *k, spot at, char_vec *out) {
  const code *c = program_code (k->program, at.function);
  text_puts (k->mem, out, program_function (k->program, at.function)->name);
  if (at.insn >= c->n_insns || !c->place[at.insn].line)
    return;
  text_printf (k->mem, out, " (%s:%u)",
               program_file (k->program, c->place[at.insn].file),
               c->place[at.insn].line);
}

static const char *old_function (const likeness *k, uint32_t old) {
  const shape *s = trie_shape (&k->old_trie->trie, old);
  return k->old_trie->trie.functions.data[s->site.function].name;
}

void likeness_why_new (likeness *k, const kinship *x, char_vec *out) {
  static const char *const why[] = {
      [STRAY_NEW_SIDE] = "an input now takes another side of the branch in ",
      [STRAY_NEW_DECISION] = "there is a new branch in ",
      [STRAY_GONE] = "a branch is gone that came before the one in ",
      [STRAY_BEYOND] = "the last run stopped before the branch in "};
  if (x->stray) {
    text_puts (k->mem, out, why[x->stray]);
    add_place (k, x->at, out);
  } else if (x->near && !likeness_test (k, x) &&
             trie_shape (&k->old_trie->trie, x->near - 1)->kind ==
                 SHAPE_DECISION) {
    text_printf (k->mem, out, "it ends before it comes to the branch in %s",
                 old_function (k, x->near - 1));
  } else if (x->near && is_stop (k, x->near - 1))
    text_puts (k->mem, out, "the last run stopped before its end");
  else
    text_puts (k->mem, out, "no path of the last run took it");
}

/* 'node' is the last one that some path of now came to. */
static void add_fate (likeness *k, uint32_t old, char_vec *out) {
  assert (old < k->old_trie->trie.n_nodes);
  uint64_t f = k->fate[old];
  bool is_decision =
      trie_shape (&k->old_trie->trie, old)->kind == SHAPE_DECISION;
  switch (fate_what (f)) {
  case FATE_MET:
    text_puts (k->mem, out, "the branch in ");
    add_place (k, fate_spot (f), out);
    text_puts (k->mem, out, " always goes another way now");
    break;
  case FATE_ENDED:
    text_printf (k->mem, out, "its path no longer comes to the branch in %s",
                 old_function (k, old));
    if (fate_spot (f).function != NO_FUNCTION) {
      text_puts (k->mem, out, ": it ends in ");
      add_place (k, fate_spot (f), out);
    }
    break;
  default:
    if (is_decision)
      text_printf (k->mem, out, "its branch in %s is gone",
                   old_function (k, old));
    else
      text_puts (k->mem, out, "its input now takes the path of another test");
  }
}

typedef struct way {
  uint32_t end;  /* of the subtree */
  uint32_t last; /* visited on the way */
} way;

void likeness_why_gone (likeness *k, const uint8_t *is_used, void *owner,
                        void (*tell) (void *, uint32_t, const char *)) {
  const trie *t = &k->old_trie->trie;
  VEC (way) ways = {0};
  char_vec text = {0};
  for (uint32_t i = 0; i < t->n_nodes; i++) {
    while (ways.len && vec_last (&ways).end <= i)
      ways.len--;
    uint32_t last = ways.len ? vec_last (&ways).last : 0;
    if (k->fate[i])
      last = i;
    if (trie_shape (t, i)->kind == SHAPE_DECISION) {
      vec_push (k->mem, &ways, (way) {i + trie_size (t, i), last});
      continue;
    }
    uint32_t link = t->node[i].link;
    if (!link || is_used[link - 1])
      continue;
    vec_clear (&text);
    add_fate (k, last, &text);
    tell (owner, link - 1, text_c (k->mem, &text));
  }
  vec_release (k->mem, &ways, &text);
}
