#include "memo/trie.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* Files of tries: what is written is read again; what is damaged is not read,
 * also when the damage has a good checksum.
 */

typedef struct lab {
  memory mem;
  trouble trouble;
  char dir[64], path[80];
  trie made;
} lab;

static const trie_node nodes[] = {{2, 3}, {1, 1}, {1, 0}};

static void make (lab *l) {
  trie *t = &l->made;
  memory *mem = &l->mem;
  trie_init (t, mem);
  outline o = {.name = "main", .n_params = 2, .max_slot = 4};
  outline_block b = {.digest = {7, 8}, .n_slots = 2, .next = 2, .n_next = 1};
  vec_push (mem, &o.pool, 1);
  vec_push (mem, &o.pool, 3);
  vec_push (mem, &o.pool, 0);
  vec_push (mem, &o.block, b);
  vec_push (mem, &t->functions, o);
  vec_push (mem, &t->blocks, (trie_block) {0, 0});
  vec_push (mem, &t->set, 2 * 4 + 1);
  vec_push (mem, &t->set_start, 1);
  vec_push (mem, &t->pool, 0);
  vec_push (mem, &t->pool, 1);
  vec_push (mem, &t->shapes, (shape) {.kind = SHAPE_OPEN});
  vec_push (mem, &t->shapes, (shape) {.kind = SHAPE_EXIT});
  shape fork = {.kind = SHAPE_DECISION, .questions = 3, .n = 2, .size = 2};
  vec_push (mem, &t->shapes, fork);
  const uint64_t value[] = {1, 2, UINT64_MAX, 4};
  precedents_add (&t->precedents, (hash128) {5, 6}, &(precedent) {5, 2, value});
  precedents_add (&t->precedents, (hash128) {5, 7}, &(precedent) {2, 0, NULL});
  vec_push (mem, &t->moments, (trie_moment) {.key = 11, .digest = {12, 13}});
  vec_push (mem, &t->moments,
            (trie_moment) {1, 14, {15, 16}, .questions = 2, .asked = 17});
}

static void lab_open (lab *l) {
  *l = (lab) {0};
  strcpy (l->dir, "/tmp/reprise-trie-XXXXXX");
  CHECK (mkdtemp (l->dir) != NULL);
  snprintf (l->path, sizeof l->path, "%s/trie", l->dir);
  make (l);
  l->made.cost = (trie_cost) {.time = 5000, .queries = 7, .solved = 3};
  CHECK_EQ (trie_write (&l->made, 3, nodes, l->path, "tests", 5, &l->trouble),
            ST_OK);
}

static void lab_close (lab *l) {
  trie_release (&l->made);
  unlink (l->path);
  CHECK_EQ (rmdir (l->dir), 0);
  CHECK_EQ (l->mem.live, 0);
}

static size_t load (const lab *l, char *out, size_t cap) {
  int fd = open (l->path, O_RDONLY);
  ssize_t n = read (fd, out, cap);
  close (fd);
  CHECK (n > 0 && (size_t) n < cap);
  return (size_t) n;
}

static void store (const lab *l, const char *data, size_t n) {
  int fd = open (l->path, O_WRONLY | O_TRUNC);
  CHECK_EQ (write (fd, data, n), (ssize_t) n);
  close (fd);
}

TEST (what_is_written_is_read) {
  lab l;
  trie t;
  lab_open (&l);
  CHECK (trie_open (&t, &l.mem, l.path));
  CHECK_EQ (t.n_nodes, 3);
  CHECK (!memcmp (t.node, nodes, sizeof nodes));
  CHECK_EQ (t.cost.time, 5000);
  CHECK_EQ (t.cost.queries, 7);
  CHECK_EQ (t.cost.solved, 3);
  CHECK_EQ (t.suite_size, 5);
  CHECK (!memcmp (t.suite, "tests", 5));
  CHECK_EQ (t.functions.len, 1);
  CHECK_STR (t.functions.data[0].name, "main");
  CHECK_EQ (t.functions.data[0].max_slot, 4);
  CHECK_EQ (trie_sets (&t), 1);
  CHECK_EQ (t.set.data[0], 9);
  CHECK_EQ (trie_shape (&t, 0)->questions, 3);
  CHECK_EQ (trie_size (&t, 0), 3);
  CHECK_EQ (trie_size (&t, 1), 1);
  precedent x;
  CHECK (precedents_find (&t.precedents, (hash128) {5, 6}, &x));
  CHECK_EQ (x.possible, 5);
  CHECK_EQ (x.n_inputs, 2);
  CHECK (x.value[2] == UINT64_MAX && x.value[3] == 4);
  CHECK (precedents_find (&t.precedents, (hash128) {5, 7}, &x));
  CHECK_EQ (x.possible, 2);
  CHECK (!precedents_find (&t.precedents, (hash128) {5, 8}, &x));
  CHECK_EQ (t.moments.len, 2);
  CHECK_EQ (t.moments.data[0].key, 11);
  CHECK_EQ (t.moments.data[1].node, 1);
  CHECK (hash128_eq (t.moments.data[1].digest, (hash128) {15, 16}));
  CHECK_EQ (t.moments.data[1].asked, 17);
  CHECK_EQ (trie_find_moment (&t, 1), 1);
  trie_release (&t);
  lab_close (&l);
}

static bool is_own (lab *l, const char *path) {
  trie t;
  if (!trie_open (&t, &l->mem, path))
    return false;
  bool is = trie_is_own (&t, path);
  trie_release (&t);
  return is;
}

static bool is_believed (lab *l) { return is_own (l, l->path); }

static void put_secret (const char *path, char letter) {
  char secret[32];
  memset (secret, letter, sizeof secret);
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  CHECK_EQ (write (fd, secret, sizeof secret), (ssize_t) sizeof secret);
  close (fd);
}

TEST (damage_is_noticed) {
  lab l;
  char data[4096];
  lab_open (&l);
  size_t n = load (&l, data, sizeof data);
  for (size_t i = 0; i < n; i++) {
    data[i] ^= 0x10;
    store (&l, data, n);
    CHECK (!is_believed (&l));
    data[i] ^= 0x10;
  }
  for (size_t i = 0; i < n; i++) {
    store (&l, data, i);
    CHECK (!is_believed (&l));
  }
  lab_close (&l);
}

/* Of a store, whose secret is not in the file. */
TEST (only_the_secret_makes_it_own) {
  lab l;
  char data[4096], tries[80], secret[80], path[128], other[128];
  lab_open (&l);
  snprintf (tries, sizeof tries, "%s/tries", l.dir);
  snprintf (secret, sizeof secret, "%s/secret", l.dir);
  snprintf (path, sizeof path, "%s/one", tries);
  snprintf (other, sizeof other, "%s/two", tries);
  CHECK (!mkdir (tries, 0700));
  put_secret (secret, 'a');
  CHECK_EQ (trie_write (&l.made, 3, nodes, path, "", 0, &l.trouble), ST_OK);
  CHECK (is_own (&l, path));
  put_secret (secret, 'b');
  CHECK (!is_own (&l, path));
  unlink (secret);
  CHECK (!is_own (&l, path));
  CHECK_EQ (trie_write (&l.made, 3, nodes, other, "", 0, &l.trouble), ST_OK);
  CHECK (!is_own (&l, other)); /* nothing to seal it with */
  put_secret (secret, 'a');
  CHECK (is_own (&l, path) && !is_own (&l, other));
  CHECK (!rename (path, other) && !is_own (&l, other));
  size_t n = load (&l, data, sizeof data); /* sealed without a secret */
  int fd = open (other, O_WRONLY | O_TRUNC);
  CHECK_EQ (write (fd, data, n), (ssize_t) n);
  close (fd);
  CHECK (is_believed (&l) && !is_own (&l, other));
  CHECK (!unlink (other) && !unlink (secret) && !rmdir (tries));
  lab_close (&l);
}

/* Whatever the bytes say, reading stays within the file. */
TEST (lies_are_survived) {
  lab l;
  trie t;
  char data[4096];
  lab_open (&l);
  size_t n = load (&l, data, sizeof data);
  for (size_t i = 48; i < n; i++)
    for (unsigned bit = 0; bit < 8; bit++) {
      data[i] ^= (char) (1u << bit);
      uint64_t sum = XXH3_64bits (data + 48, n - 48);
      memcpy (data + 40, &sum, sizeof sum);
      store (&l, data, n);
      if (trie_open (&t, &l.mem, l.path)) {
        CHECK (trie_is_valid (&t));
        trie_release (&t);
      }
      data[i] ^= (char) (1u << bit);
    }
  lab_close (&l);
}

/* The shapes of 'make': 0 is open, 1 an exit, 2 a decision of two. */
static bool is_tree (lab *l, uint32_t n, const trie_node *nodes_of) {
  trie t = l->made;
  t.node = nodes_of;
  t.n_nodes = n;
  return trie_is_tree (&t, 1);
}

TEST (children_fill_their_parents) {
  lab l;
  lab_open (&l);
  CHECK (is_tree (&l, 3, nodes));
  CHECK (is_tree (&l, 1, (trie_node[]) {{1, 1}}));
  CHECK (
      is_tree (&l, 5, (trie_node[]) {{2, 5}, {1, 0}, {2, 3}, {1, 0}, {1, 1}}));
  CHECK (!is_tree (&l, 1, (trie_node[]) {{1, 2}})); /* no such test */
  CHECK (!is_tree (&l, 1, (trie_node[]) {{3, 0}})); /* no such shape */
  CHECK (!is_tree (&l, 2, (trie_node[]) {{1, 0}, {1, 0}}));
  CHECK (!is_tree (&l, 3, (trie_node[]) {{2, 2}, {1, 0}, {1, 0}}));
  CHECK (!is_tree (&l, 2, (trie_node[]) {{2, 3}, {1, 0}}));
  CHECK (!is_tree (&l, 4, (trie_node[]) {{2, 4}, {1, 0}, {1, 0}, {1, 0}}));
  CHECK (!is_tree (&l, 5, /* a child is larger than its parent */
                   (trie_node[]) {{2, 5}, {1, 0}, {2, 4}, {1, 0}, {1, 1}}));
  CHECK (!is_tree (&l, 5, /* and smaller than its children */
                   (trie_node[]) {{2, 5}, {2, 4}, {2, 3}, {1, 0}, {1, 1}}));
  lab_close (&l);
}

/* Each says of something that it is where nothing is. */
TEST (tables_that_make_no_sense) {
  lab l;
  lab_open (&l);
  trie *t = &l.made;
  CHECK (trie_is_valid (t));
  uint32_t *const field[] = {&t->shapes.data[2].set,  &t->shapes.data[2].lost,
                             &t->shapes.data[2].list, &t->set.data[0],
                             &t->moments.data[1].set, &t->blocks.data[2].number,
                             &t->pool.data[1]};
  for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
    *field[i] += 1000;
    CHECK (!trie_is_valid (t));
    *field[i] -= 1000;
    CHECK (trie_is_valid (t));
  }
  lab_close (&l);
}
