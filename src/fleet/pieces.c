/* The tries of all members, joined to one by walking them together.
 *
 *     piece 1    d ( a  open )      a cursor is a node of a piece; a joint is a
 *     piece 2    d ( open  b )      node of the joined trie with the cursors of
 *     joined     d ( a  b )         all pieces that know something of it
 *
 * A member explores its share and leaves the rest open, so at most one piece
 * has an end at a joint, and those that have a decision have the same one. What
 * is open everywhere stays open. Depth first: the cursors of the joint on top
 * of 'todo' are the last ones of 'cursors'.
 */

#include "fleet/pieces.h"

#include "memo/cover.h"

#include "memo/carrier.h"

typedef struct trie_piece {
  old_trie old_trie;
  carrier carrier;
} trie_piece;

/* A node of a piece. */
typedef struct piece_cursor {
  uint32_t piece, node;
} piece_cursor;

typedef VEC (piece_cursor) cursor_vec;

/* A node of the joined trie, and where its cursors begin: the last ones. */
typedef struct joint {
  uint32_t to;
  size_t first;
} joint;

struct pieces {
  memory *mem;
  program *program;
  recorder joined;
  VEC (trie_piece *) all;
  cursor_vec cursors;    /* of joints that wait */
  cursor_vec here, kids; /* of the one that is looked at; behind it */
  VEC (joint) todo;
  VEC (piece_cursor) late; /* tests of open nodes ... */
  u32_vec late_at;         /* ... and their nodes */
  void *owner;
  piece_test *test;
};

pieces *pieces_new (memory *mem, const recorder *like) {
  pieces *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  s->program = like->program;
  recorder_init (&s->joined, mem, like->program, like->trie.limit);
  s->joined.trie.cost = like->trie.cost;
  s->joined.trie.key = like->trie.key;
  return s;
}

void pieces_free (pieces *s) {
  for (size_t i = 0; i < s->all.len; i++) {
    carrier_release (&s->all.data[i]->carrier);
    old_trie_release (&s->all.data[i]->old_trie);
    memory_free (s->mem, s->all.data[i], sizeof (trie_piece));
  }
  recorder_release (&s->joined);
  vec_release (s->mem, &s->all, &s->cursors, &s->here, &s->kids, &s->todo,
               &s->late, &s->late_at);
  memory_free (s->mem, s, sizeof *s);
}

bool pieces_add (pieces *s, const char *path) {
  trie_piece *p = memory_zalloc (s->mem, sizeof *p);
  bool is_open =
      old_trie_open (&p->old_trie, s->mem, s->program, &s->joined, path);
  if (!is_open || !p->old_trie.is_identical) {
    if (is_open)
      old_trie_release (&p->old_trie);
    memory_free (s->mem, p, sizeof *p);
    return false;
  }
  carrier_init (&p->carrier, s->mem, &p->old_trie, &s->joined);
  precedents_absorb (&s->joined.trie.precedents, &p->old_trie.trie.precedents);
  vec_push (s->mem, &s->all, p);
  return true;
}

uint32_t pieces_count (const pieces *s) { return (uint32_t) s->all.len; }

/* Ends. */

static const shape *shape_at (const pieces *s, piece_cursor c) {
  return trie_shape (&s->all.data[c.piece]->old_trie.trie, c.node);
}

static uint32_t take_test (pieces *s, piece_cursor c) {
  assert (c.piece < s->all.len && s->test);
  old_trie *p = &s->all.data[c.piece]->old_trie;
  uint32_t link = p->trie.node[c.node].link;
  testcase t;
  if (!link)
    return 0;
  suite_get (p->tests, link - 1, &t);
  return s->test (s->owner, &t);
}

static void join_end (pieces *s, uint32_t to, piece_cursor c) {
  assert (shape_at (s, c)->kind != SHAPE_DECISION);
  trie_piece *p = s->all.data[c.piece];
  uint32_t which =
      carrier_shape (&p->carrier, p->old_trie.trie.node[c.node].shape);
  recorder_end (&s->joined, to, which, take_test (s, c));
}

/* Decisions. */

/* The nodes behind this one in its piece, into 'kids'. */
static void list_kids (pieces *s, piece_cursor c, uint32_t n) {
  assert (n && n == shape_at (s, c)->size);
  const trie *t = &s->all.data[c.piece]->old_trie.trie;
  uint32_t kid = c.node + 1;
  for (uint32_t i = 0; i < n; i++) {
    vec_push (s->mem, &s->kids, (piece_cursor) {c.piece, kid});
    kid += trie_size (t, kid);
  }
}

/* All in 'here' are this decision. */
static void join_decision (pieces *s, uint32_t to) {
  piece_cursor c = s->here.data[0];
  assert (shape_at (s, c)->kind == SHAPE_DECISION);
  trie_piece *p = s->all.data[c.piece];
  uint32_t n = shape_at (s, c)->size;
  uint32_t which =
      carrier_shape (&p->carrier, p->old_trie.trie.node[c.node].shape);
  uint32_t first = recorder_decide (&s->joined, to, which, n);
  vec_clear (&s->kids);
  for (size_t i = 0; i < s->here.len; i++)
    list_kids (s, s->here.data[i], n);
  assert (s->kids.len == s->here.len * n);
  for (uint32_t k = n; k-- > 0;) {
    vec_push (s->mem, &s->todo, (joint) {first + k, s->cursors.len});
    for (size_t i = 0; i < s->here.len; i++)
      vec_push (s->mem, &s->cursors, s->kids.data[i * n + k]);
  }
}

/* Nodes that say nothing are left out; an end is alone. The test of an open
 * node is that of a path that went no further, which others may have gone on
 * with.
 */
static void pieces_look (pieces *s, joint j) {
  assert (j.first <= s->cursors.len); /* its cursors are the last ones */
  vec_clear (&s->here);
  piece_cursor ended = {UINT32_MAX, 0}, cut = ended;
  for (size_t i = j.first; i < s->cursors.len; i++) {
    piece_cursor c = s->cursors.data[i];
    const shape *what = shape_at (s, c);
    if (what->kind == SHAPE_DECISION) {
      if (!s->here.len || what->size == shape_at (s, s->here.data[0])->size)
        vec_push (s->mem, &s->here, c);
    } else if (what->kind != SHAPE_OPEN) {
      ended = c;
    } else if (s->all.data[c.piece]->old_trie.trie.node[c.node].link) {
      cut = c;
    }
  }
  s->cursors.len = j.first;
  if (ended.piece != UINT32_MAX)
    join_end (s, j.to, ended);
  else if (s->here.len)
    join_decision (s, j.to);
  else if (cut.piece != UINT32_MAX) {
    vec_push (s->mem, &s->late, cut);
    vec_push (s->mem, &s->late_at, j.to);
  }
}

void pieces_join (pieces *s, void *owner, piece_test *test) {
  assert (!s->owner && !s->todo.len); /* once */
  s->owner = owner;
  s->test = test;
  vec_push (s->mem, &s->todo, (joint) {0, 0});
  for (uint32_t i = 0; i < s->all.len; i++)
    vec_push (s->mem, &s->cursors, (piece_cursor) {i, 0});
  while (s->todo.len)
    pieces_look (s, vec_pop (&s->todo));
  assert (!s->cursors.len && s->late.len == s->late_at.len);
  for (size_t i = 0; i < s->late.len; i++) {
    uint32_t link = take_test (s, s->late.data[i]);
    recorder_end (&s->joined, s->late_at.data[i], 0, link);
  }
}

status pieces_save (pieces *s, const char *path, const char *suite_dir,
                    trouble *why) {
  return recorder_save_with (&s->joined, path, suite_dir, why);
}

status pieces_cover (const pieces *s, const char *suite_dir, trouble *why) {
  return cover_write (&s->joined, suite_dir, why);
}
