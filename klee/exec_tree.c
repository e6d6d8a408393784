#include "klee/exec_tree.h"

#include "base/vec.h"
#include "klee/endings.h"
#include "klee/forktree.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct tree_node {
  uint32_t child[2]; /* ids, 0: none */
  uint32_t state, line;
  uint32_t kind;  /* fork_kind; of a leaf: ending type */
  uint32_t depth; /* the root has 1; 0: nothing leads here */
  bool exists;
} tree_node;

typedef struct tree {
  memory *mem;
  trouble *why;
  VEC (tree_node) nodes; /* by id; the first one is unused */
  u32_vec order;         /* ids, a parent before its children */
} tree;

#define KINDS 256 /* of forks, and of ends */

static bool is_leaf (const tree_node *n) {
  return !n->child[0] && !n->child[1];
}

static const char *fork_name (uint32_t number) {
  static const char *const names[FORK_COUNT] = {
      "NONE",           "Conditional", "Indirect", "Switch", "Call",  "MemOp",
      "ResolvePointer", "Alloc",       "Realloc",  "Free",   "GetVal"};
  return number < FORK_COUNT ? names[number] : NULL;
}

static const char *kind_name (const tree_node *n) {
  return is_leaf (n) ? ending_type_name (n->kind) : fork_name (n->kind);
}

/* Reading. */

__attribute__ ((format (printf, 2, 3))) static status
tree_fail (tree *t, const char *fmt, ...) {
  char text[256];
  va_list args;
  va_start (args, fmt);
  vsnprintf (text, sizeof text, fmt, args);
  va_end (args);
  return trouble_set (t->why, ST_BADINPUT, "%s", text);
}

static status add_row (tree *t, sqlite3_stmt *row) {
  uint32_t v[6];
  for (int i = 0; i < 6; i++)
    v[i] = (uint32_t) sqlite3_column_int64 (row, i);
  if (!v[0])
    return tree_fail (t, "ExecutionTree DB contains illegal node ID (0)");
  if (v[2] >= t->nodes.len || v[3] >= t->nodes.len)
    return tree_fail (t,
                      "ExecutionTree DB contains references to non-existing "
                      "nodes (> max. ID) in node %u",
                      v[0]);
  t->nodes.data[v[0]] = (tree_node) {.child = {v[2], v[3]},
                                     .state = v[1],
                                     .line = v[4],
                                     .kind = v[5],
                                     .exists = true};
  return ST_OK;
}

static status read_rows (tree *t, sqlite3_stmt *row) {
  int result;
  status st = ST_OK;
  while (!st && (result = sqlite3_step (row)) == SQLITE_ROW)
    st = add_row (t, row);
  if (!st && result != SQLITE_DONE)
    st = tree_fail (t, "Error while reading database: %s",
                    sqlite3_errmsg (sqlite3_db_handle (row)));
  return st;
}

static status read_db (tree *t, sqlite3 *db) {
  status st = ST_OK;
  sqlite3_stmt *most = NULL, *row = NULL;
  static const char all[] =
      "SELECT ID, stateID, leftID, rightID, asmLine, kind FROM nodes";
  if (sqlite3_prepare_v2 (db, all, -1, &row, NULL) ||
      sqlite3_prepare_v2 (db, "SELECT MAX(CAST(ID AS INT)) FROM nodes", -1,
                          &most, NULL))
    TRY (tree_fail (t, "Cannot prepare read statement: %s",
                    sqlite3_errmsg (db)));
  if (sqlite3_step (most) != SQLITE_ROW)
    TRY (tree_fail (t, "Cannot read maximum ID: %s", sqlite3_errmsg (db)));
  int64_t n = sqlite3_column_int64 (most, 0);
  if (n < 0 || n >= INT32_MAX)
    TRY (tree_fail (t, "ExecutionTree DB contains illegal node ID (%lld)",
                    (long long) n));
  vec_reserve (t->mem, &t->nodes, (size_t) n + 1);
  for (int64_t i = 0; i <= n; i++)
    vec_push (t->mem, &t->nodes, (tree_node) {0});
  st = read_rows (t, row);
out:
  sqlite3_finalize (most);
  sqlite3_finalize (row);
  return st;
}

static status read_tree (tree *t, const char *path) {
  sqlite3 *db = NULL;
  status st = sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL)
                  ? tree_fail (t, "Cannot open execution tree database: %s",
                               sqlite3_errmsg (db))
                  : read_db (t, db);
  sqlite3_close (db);
  return st;
}

/* Checking: each node once, from the root, of a kind that there is. */

static status check_node (tree *t, uint32_t id) {
  const tree_node *n = t->nodes.data + id;
  if (!n->exists)
    return tree_fail (
        t, "ExecutionTree DB references undefined node. Affected node: %u", id);
  if (!kind_name (n))
    return tree_fail (
        t, "ExecutionTree DB contains unknown %s type (%u) in node %u",
        is_leaf (n) ? "termination" : "branch", n->kind, id);
  return ST_OK;
}

static status order_nodes (tree *t) {
  status st = ST_OK;
  u32_vec todo = {0};
  if (t->nodes.len > 1) {
    vec_push (t->mem, &todo, 1);
    t->nodes.data[1].depth = 1;
  }
  while (todo.len) {
    uint32_t id = vec_pop (&todo);
    TRY (check_node (t, id));
    vec_push (t->mem, &t->order, id);
    const tree_node *n = t->nodes.data + id;
    for (int i = 1; i >= 0; i--) {
      tree_node *child = t->nodes.data + n->child[i];
      if (!n->child[i])
        continue;
      if (child->depth)
        TRY (tree_fail (t,
                        "ExecutionTree DB contains duplicate child reference "
                        "or circular structure. Affected node: %u",
                        n->child[i]));
      child->depth = n->depth + 1;
      vec_push (t->mem, &todo, n->child[i]);
    }
  }
out:
  vec_release (t->mem, &todo);
  return st;
}

#define EACH(n, t) \
  (size_t i_ = 0; i_ < (t)->order.len; \
   i_++) for (const tree_node *n = (t)->nodes.data + (t)->order.data[i_]; n; \
              n = NULL)

/* Tables. */

/* The most frequent first. */
static void print_branches (const tree *t) {
  uint64_t count[FORK_COUNT] = {0};
  for
    EACH (n, t)
  if (!is_leaf (n))
    count[n->kind]++;
  puts ("branch type,count");
  for (;;) {
    uint32_t most = 0;
    for (uint32_t k = 1; k < FORK_COUNT; k++)
      if (count[k] > count[most])
        most = k;
    if (!count[most])
      return;
    printf ("%s,%llu\n", fork_name (most), (unsigned long long) count[most]);
    count[most] = 0;
  }
}

static void print_depths (const tree *t) {
  map count;
  uint32_t most = 0;
  map_init (&count, t->mem);
  for
    EACH (n, t)
  if (is_leaf (n)) {
    (*map_at (&count, n->depth))++;
    most = n->depth > most ? n->depth : most;
  }
  puts ("depth,count");
  for (uint32_t d = 1; d <= most; d++)
    if (map_find (&count, d))
      printf ("%u,%llu\n", d, (unsigned long long) map_get (&count, d, 0));
  map_release (&count);
}

static void print_terminations (const tree *t) {
  uint64_t count[KINDS] = {0};
  for
    EACH (n, t)
  if (is_leaf (n))
    count[n->kind]++;
  puts ("termination type,count");
  for (uint32_t k = 0; k < KINDS; k++)
    if (count[k])
      printf ("%s,%llu\n", ending_type_name (k), (unsigned long long) count[k]);
}

static int by_line (const void *a, const void *b) {
  const tree_node *x = *(const tree_node *const *) a;
  const tree_node *y = *(const tree_node *const *) b;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return x->kind < y->kind ? -1 : x->kind > y->kind;
}

/* All of one line, sorted by kind. */
static void print_line (size_t n, const tree_node *const *at) {
  size_t leaves = 0;
  const char *comma = "";
  for (size_t i = 0; i < n; i++)
    leaves += is_leaf (at[i]);
  printf ("%u,%zu,%zu,", at[0]->line, n - leaves, leaves);
  for (size_t i = 0, same = 0; i < n; i++) {
    same += is_leaf (at[i]);
    bool is_last = i + 1 == n || at[i + 1]->kind != at[i]->kind;
    if (is_last && same)
      printf ("%s%s(%zu)", comma, ending_type_name (at[i]->kind), same);
    comma = is_last && same ? ";" : comma;
    same = is_last ? 0 : same;
  }
  putchar ('\n');
}

static void print_instructions (const tree *t) {
  VEC (const tree_node *) all = {0};
  for
    EACH (n, t)
  vec_push (t->mem, &all, n);
  if (all.len)
    qsort (all.data, all.len, sizeof *all.data, by_line);
  puts ("asm line,branches,terminations,termination types");
  for (size_t i = 0, first = 0; i < all.len; i++)
    if (i + 1 == all.len || all.data[i + 1]->line != all.data[i]->line) {
      print_line (i + 1 - first, all.data + first);
      first = i + 1;
    }
  vec_release (t->mem, &all);
}

static void print_info (const tree *t) {
  uint64_t leaves = 0, sum = 0;
  uint32_t most = 0;
  for
    EACH (n, t)
  if (is_leaf (n)) {
    leaves++;
    sum += n->depth;
    most = n->depth > most ? n->depth : most;
  }
  bool is_binary = leaves == t->order.len / 2 + 1;
  printf ("nodes: %zu\nleaf nodes: %llu%s\nmax. depth: %u\navg. depth: %.2g\n",
          t->order.len, (unsigned long long) leaves,
          is_binary ? "" : " (not a binary tree?!)", most,
          (double) sum / (double) leaves);
}

/* The graph. */

static const char *colour_of (uint32_t type) {
  return type == TYPE_Exit                            ? "green"
         : type < TYPE_Solver || type > TYPE_External ? "orange"
         : type == TYPE_Solver                        ? "darkblue"
         : type < TYPE_User                           ? "red"
         : type == TYPE_User                          ? "blue"
                                                      : "darkblue";
}

static void print_dot (const tree *t) {
  puts ("strict digraph ExecutionTree {\n"
        "node[shape=point,width=0.15,color=darkgrey];\n"
        "edge[color=darkgrey];\n");
  for
    EACH (n, t) {
      uint32_t id = (uint32_t) (n - t->nodes.data);
      printf ("N%u[tooltip=\"%s\\nnode: %u\\nstate: %u\\nasm: %u\"", id,
              kind_name (n), id, n->state, n->line);
      if (is_leaf (n))
        printf (",color=%s", colour_of (n->kind));
      puts ("];");
    }
  for
    EACH (n, t) {
      const char *blank = "";
      if (is_leaf (n))
        continue;
      printf ("N%zu->{", (size_t) (n - t->nodes.data));
      for (int i = 0; i < 2; i++)
        if (n->child[i]) {
          printf ("%sN%u", blank, n->child[i]);
          blank = " ";
        }
      puts ("};");
    }
  puts ("}");
}

static const struct {
  const char *name, *about;
  void (*print) (const tree *);
  bool prints_empty;
} wanted[] = {
    {"branches", "forks by their kind (CSV)", print_branches, false},
    {"depths", "how many paths end at which depth (CSV)", print_depths, false},
    {"instructions", "forks and ends by lines of assembly.ll (CSV)",
     print_instructions, true},
    {"terminations", "ends by their kind (CSV)", print_terminations, false},
    {"tree-dot", "the tree as a graph for dot", print_dot, true},
    {"tree-info", "its size and depth", print_info, false},
};
#define WANTED (sizeof wanted / sizeof *wanted)

static int print_usage (void) {
  puts ("Usage: klee-exec-tree WHAT /path[/exec_tree.db]\n\nWHAT is one of:");
  for (size_t i = 0; i < WANTED; i++)
    printf ("  %-12s  %s\n", wanted[i].name, wanted[i].about);
  return 1;
}

static status show_tree (tree *t, const char *given, size_t what) {
  status st = ST_OK;
  struct stat info;
  char_vec path = {0};
  bool is_directory = !stat (given, &info) && S_ISDIR (info.st_mode);
  text_printf (t->mem, &path, "%s%s", given,
               is_directory ? "/exec_tree.db" : "");
  if (access (text_c (t->mem, &path), R_OK))
    TRY (trouble_set (t->why, ST_NOFILE, "Cannot open \"%s\"", path.data));
  TRY (read_tree (t, path.data));
  TRY (order_nodes (t));
  if (t->order.len || wanted[what].prints_empty)
    wanted[what].print (t);
  else
    puts ("Empty tree.");
out:
  vec_release (t->mem, &path);
  return st;
}

int exec_tree (context *c, int argc, char **argv) {
  tree t = {.mem = &c->memory, .why = &c->trouble};
  size_t what = 0;
  while (argc == 2 && what < WANTED && strcmp (argv[0], wanted[what].name))
    what++;
  if (argc != 2 || what == WANTED)
    return print_usage ();
  status st = show_tree (&t, argv[1], what);
  if (st)
    fprintf (stderr, "%s\n", trouble_text (&c->trouble));
  vec_release (t.mem, &t.nodes, &t.order);
  return st ? 1 : 0;
}
