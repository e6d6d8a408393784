#include "klee/forktree.h"

#include <sqlite3.h>

typedef struct fork_node {
  uint32_t parent, left, right; /* plus 1; 0: none */
  uint32_t state;
  spot at;       /* where it forked or ended */
  uint8_t kind;  /* fork_kind; of a leaf: ending type, 0 while it has none */
  uint8_t taken; /* of its parent's condition: 0, 1; 2: that is none */
} fork_node;

struct forktree {
  memory *mem;
  bool has_tree;
  uint64_t count[FORK_COUNT];
  map count_at; /* function and instruction */
  VEC (fork_node) nodes;
  map leaf_of; /* id of a path -> its node + 1 */
};

forktree *forktree_new (memory *mem, bool has_tree) {
  forktree *f = memory_zalloc (mem, sizeof *f);
  f->mem = mem;
  f->has_tree = has_tree;
  map_init (&f->count_at, mem);
  map_init (&f->leaf_of, mem);
  return f;
}

void forktree_free (forktree *f) {
  if (!f)
    return;
  vec_release (f->mem, &f->nodes);
  map_release (&f->count_at);
  map_release (&f->leaf_of);
  memory_free (f->mem, f, sizeof *f);
}

/* Kinds. */

static fork_kind kind_of_builtin (uint32_t which, choice_kind what) {
  switch (which) {
  case BUILTIN_MALLOC:
  case BUILTIN_CALLOC:
  case BUILTIN_ALIGNED_ALLOC:
  case BUILTIN_MEMALIGN:
  case BUILTIN_POSIX_MEMALIGN:
    return FORK_ALLOC;
  case BUILTIN_REALLOC:
  case BUILTIN_REALLOCARRAY:
    return FORK_REALLOC;
  case BUILTIN_FREE:
    return FORK_FREE;
  default:
    return what == CHOICE_RESOLVE ? FORK_RESOLVE_POINTER : FORK_CONDITIONAL;
  }
}

static fork_kind forktree_kind_of (const insn *i, choice_kind what) {
  switch (i->op) {
  case OP_INDIRECT:
    return FORK_INDIRECT;
  case OP_SWITCH:
    return FORK_SWITCH;
  case OP_CALL_POINTER:
    return FORK_CALL;
  case OP_ALLOCA:
    return FORK_ALLOC;
  case OP_LOAD:
  case OP_STORE:
  case OP_MEMCPY:
  case OP_MEMMOVE:
  case OP_MEMSET:
    return FORK_MEM_OP;
  case OP_BUILTIN:
    return kind_of_builtin (i->a, what);
  default: /* checks are branches in KLEE's code */
    return FORK_CONDITIONAL;
  }
}

static spot spot_of (const state *s) {
  return (spot) {s->top->code->function, s->top->pc};
}

static uint64_t forktree_key_of (spot at) {
  return ((uint64_t) at.function << 32 | at.insn) + 1;
}

/* The tree. */

static uint32_t leaf_of (forktree *f, uint64_t id) {
  assert (id); /* paths are counted from 1 */
  uint64_t *at = map_at (&f->leaf_of, id);
  if (!*at) {
    vec_push (f->mem, &f->nodes,
              (fork_node) {.state = (uint32_t) id, .taken = 2});
    *at = f->nodes.len;
  }
  return (uint32_t) *at - 1;
}

static uint32_t add_child (forktree *f, uint32_t parent, uint64_t id,
                           uint8_t taken) {
  assert (parent < f->nodes.len && taken <= 2);
  vec_push (f->mem, &f->nodes,
            (fork_node) {
                .parent = parent + 1, .state = (uint32_t) id, .taken = taken});
  map_put (&f->leaf_of, id, f->nodes.len);
  return (uint32_t) f->nodes.len;
}

static void forktree_grow (forktree *f, const state *s, fork_kind type,
                           size_t n, const uint32_t *taken,
                           pending *const *into) {
  uint32_t at = leaf_of (f, into[0]->id);
  bool is_condition = s->top->code->insn[s->top->pc].op == OP_BRANCH && n == 2;
  for (size_t i = 0; i + 1 < n; i++) {
    uint64_t rest = into[i + 1]->id; /* stands for all that follow */
    uint8_t here = is_condition ? !taken[i] : 2;
    uint32_t right = add_child (f, at, into[i]->id, here);
    uint32_t left = add_child (f, at, rest, is_condition ? !taken[i + 1] : 2);
    fork_node *from = f->nodes.data + at; /* after the pushes */
    assert (!from->left && !from->right); /* it was a leaf */
    from->left = left;
    from->right = right;
    from->kind = (uint8_t) type;
    from->at = spot_of (s);
    at = left - 1;
  }
}

void forktree_fork (forktree *f, const state *s, choice_kind what, size_t n,
                    const uint32_t *taken, pending *const *into) {
  assert (n); /* 1: only one side was possible */
  fork_kind type = forktree_kind_of (&s->top->code->insn[s->top->pc], what);
  f->count[type] += n - 1;
  *map_at (&f->count_at, forktree_key_of (spot_of (s))) += n - 1;
  if (f->has_tree)
    forktree_grow (f, s, type, n, taken, into);
}

void forktree_end (forktree *f, const pending *p, const state *s,
                   unsigned ending_type) {
  if (!f->has_tree)
    return;
  uint32_t at = leaf_of (f, p->id);
  fork_node *leaf = f->nodes.data + at;
  assert (!leaf->left && !leaf->kind); /* a path ends once, and forks no more */
  leaf->kind = (uint8_t) ending_type;
  leaf->at = (spot) {s->end.function, s->end.insn};
}

uint64_t forktree_count (const forktree *f, fork_kind type) {
  assert (type < FORK_COUNT);
  return f->count[type];
}

uint64_t forktree_count_at (const forktree *f, uint32_t in, uint32_t pc) {
  return map_get (&f->count_at, forktree_key_of ((spot) {in, pc}), 0);
}

void forktree_decisions (const forktree *f, const pending *p, char_vec *out) {
  const fork_node *all = f->nodes.data;
  uint64_t leaf = map_get (&f->leaf_of, p->id, 0);
  size_t n = 0;
  for (uint64_t at = leaf; at; at = all[at - 1].parent)
    n += all[at - 1].taken < 2;
  vec_reserve (f->mem, out, out->len + 2 * n);
  out->len += 2 * n;
  char *to = out->data + out->len;
  for (uint64_t at = leaf; at; at = all[at - 1].parent)
    if (all[at - 1].taken < 2) {
      *--to = '\n';
      *--to = (char) ('0' + all[at - 1].taken);
    }
  assert (to + 2 * n == out->data + out->len);
}

/* The file. A state is where a path ended, and nowhere else. */

static void insert (sqlite3_stmt *row, const fork_node *n, uint32_t number,
                    uint32_t line, unsigned other_end) {
  unsigned end = n->kind ? n->kind : other_end;
  const uint32_t values[] = {
      number, n->left ? 0 : n->state, n->left, n->right, line, end};
  for (int i = 0; i < 6; i++)
    sqlite3_bind_int64 (row, i + 1, values[i]);
  sqlite3_step (row);
  sqlite3_reset (row);
}

static void insert_all (const forktree *f, const assembly *a,
                        unsigned other_end, sqlite3_stmt *row) {
  static const fork_node lonely = {0};
  size_t n = f->nodes.len;
  for (size_t i = 0; i < n; i++) {
    const fork_node *at = f->nodes.data + i;
    uint32_t line = assembly_line (a, at->at.function, at->at.insn);
    insert (row, at, (uint32_t) i + 1, line, other_end);
  }
  if (!n)
    insert (row, &lonely, 1, 0, other_end);
}

/* What readers of a running KLEE may see half made is made at once here. */
status forktree_write (const forktree *f, const assembly *a, unsigned other_end,
                       const char *path, trouble *why) {
  sqlite3 *db = NULL;
  sqlite3_stmt *row = NULL;
  static const char schema[] =
      "PRAGMA synchronous = OFF; CREATE TABLE nodes (ID INT PRIMARY KEY, "
      "stateID INT, leftID INT, rightID INT, asmLine INT, kind INT); BEGIN";
  bool is_good =
      !sqlite3_open (path, &db) &&
      !sqlite3_exec (db, schema, NULL, NULL, NULL) &&
      !sqlite3_prepare_v2 (db, "INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?)",
                           -1, &row, NULL);
  if (is_good)
    insert_all (f, a, other_end, row);
  sqlite3_finalize (row);
  is_good = is_good && !sqlite3_exec (db, "COMMIT", NULL, NULL, NULL);
  status st = is_good ? ST_OK
                      : trouble_set (why, ST_NOWRITE, "cannot write \"%s\": %s",
                                     path, sqlite3_errmsg (db));
  sqlite3_close (db);
  return st;
}
