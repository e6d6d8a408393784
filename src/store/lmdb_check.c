/* The file format of LMDB 0.9 (data version 1) on 64-bit machines, as far as
 * we use it: one unnamed database with plain keys, and the free list.
 *
 *     page     pgno u64, pad u16, flags u16, lower u16, upper u16; then
 *              offsets of nodes (u16 each) up to 'lower', nodes from 'upper'
 *              on. Overflow: lower and upper together are the page count
 *     node     size low u16, size high u16, flags u16, key size u16, key,
 *              data. On a branch the first three are the child's number
 *     meta     page header; magic u32, version u32, address u64, map size u64,
 *              free database, main database, last page u64, txn id u64
 *     database pad u32, flags u16, depth u16, branch, leaf, overflow pages,
 *              entries, root: u64 each
 */

#include "store/lmdb_check.h"

#include "base/bits.h"
#include "base/vec.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0xbeefc0de
#define DATA_VERSION 1
#define HEAD 16 /* of a page */
#define NODE 8  /* of a node */
#define NO_PAGE UINT64_MAX
#define MAX_DEPTH 32

enum { BRANCH = 1, LEAF = 2, OVERFLOW = 4, META = 8 }; /* of pages */
enum { BIG_DATA = 1 };                                 /* of nodes */
enum { INTEGER_KEY = 8 };                              /* of databases */

typedef struct page_tree {
  uint32_t pad;
  uint16_t flags, depth;
  uint64_t branches, leaves, overflows, entries, root;
} page_tree;

typedef struct head {
  uint32_t magic, version;
  uint64_t address, map_size;
  page_tree free, main;
  uint64_t last_page, txn_id;
} head;

typedef struct page_head {
  uint64_t number;
  uint16_t pad, flags, lower, upper;
} page_head;

typedef struct node_head {
  uint16_t low, high, flags, key_size;
} node_head;

_Static_assert (sizeof (page_tree) == 48 && sizeof (head) == 136 &&
                    sizeof (page_head) == HEAD && sizeof (node_head) == NODE,
                "these are the layouts on disk");

typedef struct lmdb_checker {
  const uint8_t *map;
  uint64_t page_size;
  uint64_t n_pages;    /* that have a number */
  uint64_t file_pages; /* that are there: free ones may never be written */
  uint8_t *used;       /* a bit for each page */
  uint64_t turn;       /* says which leaves are looked at */
  bool is_partial;
  const char *wrong;
  uint64_t wrong_page;
} lmdb_checker;

static bool checking_demand (lmdb_checker *c, bool holds, const char *what,
                             uint64_t page) {
  if (!holds && !c->wrong) {
    c->wrong = what;
    c->wrong_page = page;
  }
  return holds;
}

static bool use_page (lmdb_checker *c, uint64_t page) {
  if (!checking_demand (c, page > 1 && page < c->n_pages,
                        "a page that is not there", page))
    return false;
  uint8_t bit = (uint8_t) (1 << page % 8);
  bool is_new = !(c->used[page / 8] & bit);
  c->used[page / 8] |= bit;
  return checking_demand (c, is_new, "a page in use twice", page);
}

/* A page that is read, not only free. */
static bool use_content (lmdb_checker *c, uint64_t page) {
  return use_page (c, page) && checking_demand (c, page < c->file_pages,
                                                "a page beyond the end", page);
}

static const uint8_t *page_at (const lmdb_checker *c, uint64_t page) {
  return c->map + page * c->page_size;
}

static node_head node_at (const uint8_t *page, uint16_t i, uint16_t *offset) {
  node_head n = {0, 0, 0, 0};
  memcpy (offset, page + HEAD + 2 * i, 2);
  memcpy (&n, page + *offset, sizeof n);
  return n;
}

static uint64_t data_size (node_head n) {
  return n.low | (uint64_t) n.high << 16;
}

/* Pages that a value of this size takes. */
static uint64_t overflow_pages (const lmdb_checker *c, uint64_t size) {
  return (HEAD - 1 + size) / c->page_size + 1;
}

static const uint8_t *check_overflow (lmdb_checker *c, uint64_t page,
                                      uint64_t size) {
  uint64_t n = overflow_pages (c, size);
  if (!checking_demand (c, page < c->n_pages && n <= c->n_pages - page,
                        "a value that is not there", page))
    return NULL;
  for (uint64_t i = 0; i < n; i++)
    if (!use_content (c, page + i))
      return NULL;
  page_head h;
  memcpy (&h, page_at (c, page), sizeof h);
  uint32_t count = h.lower | (uint32_t) h.upper << 16;
  return checking_demand (c,
                          h.number == page && h.flags == OVERFLOW && count == n,
                          "a damaged overflow page", page)
             ? page_at (c, page) + HEAD
             : NULL;
}

/* A line of the free list: a count and so many page numbers, decreasing. */
static void check_free (lmdb_checker *c, uint64_t page, const uint8_t *data,
                        uint64_t size) {
  uint64_t n = size >= 8 ? bits_load (data, 8) : 0, last = NO_PAGE;
  if (!checking_demand (c, size >= 8 && n <= size / 8 - 1,
                        "a damaged free list", page))
    return;
  for (uint64_t i = 1; i <= n && !c->wrong; i++) {
    uint64_t p = bits_load (data + 8 * i, 8);
    checking_demand (c, p < last, "a free list out of order", page);
    use_page (c, p);
    last = p;
  }
}

static void check_value (lmdb_checker *c, uint64_t page, const uint8_t *at,
                         node_head n, bool is_free_list) {
  const uint8_t *data = at + NODE + n.key_size;
  uint64_t size = data_size (n);
  if (n.flags & BIG_DATA)
    data = check_overflow (c, bits_load (data, 8), size);
  if (data && is_free_list)
    check_free (c, page, data, size);
}

/* Bytes of a node on its page, the key not empty. */
static uint64_t node_size (node_head n, bool is_leaf) {
  uint64_t size = NODE + (uint64_t) n.key_size;
  if (is_leaf)
    size += n.flags & BIG_DATA ? 8 : data_size (n);
  return size + (size & 1);
}

/* The nodes lie within the page and fill it to its end. */
static bool nodes_are_sound (const lmdb_checker *c, const uint8_t *page,
                             page_head h, bool is_free_list) {
  bool is_leaf = h.flags == LEAF;
  uint16_t n = (uint16_t) ((h.lower - HEAD) / 2);
  uint64_t sum = 0;
  for (uint16_t i = 0; i < n; i++) {
    uint16_t offset;
    memcpy (&offset, page + HEAD + 2 * i, 2);
    if (offset < h.upper || offset % 2 || (size_t) offset + NODE > c->page_size)
      return false;
    node_head node = node_at (page, i, &offset);
    uint64_t size = node_size (node, is_leaf);
    if (size > c->page_size - offset || node.key_size > 511)
      return false;
    if (is_leaf && (node.flags & ~BIG_DATA || !node.key_size))
      return false;
    if (is_leaf && is_free_list && node.key_size != 8)
      return false;
    sum += size;
  }
  return sum == c->page_size - h.upper;
}

static bool page_is_sound (const lmdb_checker *c, uint64_t number, bool is_leaf,
                           bool is_free_list) {
  const uint8_t *page = page_at (c, number);
  page_head h;
  memcpy (&h, page, sizeof h);
  return h.number == number && h.flags == (is_leaf ? LEAF : BRANCH) &&
         h.lower > HEAD + (is_leaf ? 0 : 2) && h.lower % 2 == 0 &&
         h.lower <= h.upper && h.upper < c->page_size &&
         nodes_are_sound (c, page, h, is_free_list);
}

typedef VEC (uint64_t) page_vec;

static void check_page (lmdb_checker *c, uint64_t number, bool is_leaf,
                        bool is_free_list, page_vec *children) {
  if (!use_content (c, number) ||
      !checking_demand (c, page_is_sound (c, number, is_leaf, is_free_list),
                        "a damaged page", number))
    return;
  const uint8_t *page = page_at (c, number);
  page_head h;
  memcpy (&h, page, sizeof h);
  uint16_t n = (uint16_t) ((h.lower - HEAD) / 2), offset;
  for (uint16_t i = 0; i < n && !c->wrong; i++) {
    node_head node = node_at (page, i, &offset);
    if (is_leaf)
      check_value (c, number, page + offset, node, is_free_list);
    else
      vec_push (NULL, children, data_size (node) | (uint64_t) node.flags << 32);
  }
}

/* Of many leaves only some are looked at, others after the next write. */
static void check_level (lmdb_checker *c, const page_vec *level, bool is_leaf,
                         bool is_free_list, page_vec *children) {
  size_t n = level->len, first = 0;
  if (is_leaf && n > LMDB_CHECK_LEAVES) {
    n = LMDB_CHECK_LEAVES;
    first = c->turn % (level->len / n + 1) * n % level->len;
    c->is_partial = true;
  }
  for (size_t i = 0; i < n && !c->wrong; i++)
    check_page (c, level->data[(first + i) % level->len], is_leaf, is_free_list,
                children);
}

static void check_tree (lmdb_checker *c, const page_tree *t,
                        bool is_free_list) {
  page_vec level = {0}, next = {0};
  if (t->root == NO_PAGE) {
    checking_demand (c, !t->depth, "a root that is missing", 0);
    return;
  }
  if (!checking_demand (c, t->depth && t->depth <= MAX_DEPTH, "a wrong depth",
                        t->root))
    return;
  vec_push (NULL, &level, t->root);
  for (unsigned depth = t->depth; depth && !c->wrong; depth--) {
    vec_clear (&next);
    check_level (c, &level, depth == 1, is_free_list, &next);
    page_vec swap = level;
    level = next;
    next = swap;
  }
  vec_release (NULL, &level, &next);
}

static status say (trouble *t, const char *what, uint64_t page) {
  return trouble_set (t, ST_CORRUPT, "%s (page %llu)", what,
                      (unsigned long long) page);
}

/* Meta pages. */

static bool read_meta (int fd, off_t offset, page_head *p, head *h) {
  uint8_t raw[sizeof *p + sizeof *h];
  if (pread (fd, raw, sizeof raw, offset) != (ssize_t) sizeof raw)
    return false;
  memcpy (p, raw, sizeof *p);
  memcpy (h, raw + sizeof *p, sizeof *h);
  return true;
}

static bool meta_is_sound (const page_head *p, const head *h,
                           uint64_t page_size) {
  return p->flags & META && h->magic == MAGIC && !h->address &&
         h->free.pad == page_size && h->free.flags == INTEGER_KEY &&
         !h->main.flags && h->map_size < UINT64_C (1) << 46;
}

static status check_meta (int fd, trouble *t, int which, uint64_t page_size) {
  page_head p;
  head h;
  if (!read_meta (fd, (off_t) (which * page_size), &p, &h))
    return say (t, "the file is too short", (uint64_t) which);
  if (h.magic == MAGIC && h.version > DATA_VERSION && h.version < 1000)
    return trouble_set (t, ST_VERSION, "a newer version of LMDB wrote it");
  if (h.version != DATA_VERSION || !meta_is_sound (&p, &h, page_size))
    return say (t, "a damaged meta page", (uint64_t) which);
  if (h.last_page > UINT64_C (1) << 40)
    return say (t, "a damaged meta page", (uint64_t) which);
  return ST_OK;
}

status lmdb_check_head (int fd, trouble *t) {
  struct stat st;
  page_head p;
  head h;
  if (fstat (fd, &st))
    return trouble_set (t, ST_NOFILE, "it cannot be read");
  if (!st.st_size)
    return ST_OK;
  if (!read_meta (fd, 0, &p, &h))
    return trouble_set (t, ST_BADINPUT, "it is not an LMDB file");
  uint64_t page_size = h.free.pad;
  if (h.magic != MAGIC && p.flags != META)
    return trouble_set (t, ST_BADINPUT, "it is not an LMDB file");
  if (page_size < 512 || page_size > 32768 || page_size & (page_size - 1))
    return say (t, "a damaged meta page", 0);
  status s = check_meta (fd, t, 0, page_size);
  return s ? s : check_meta (fd, t, 1, page_size);
}

static void check_snapshot (lmdb_checker *c, const head *h) {
  c->used = memory_zalloc (NULL, c->n_pages / 8 + 1);
  check_tree (c, &h->main, false);
  check_tree (c, &h->free, true);
  memory_free (NULL, c->used, c->n_pages / 8 + 1);
}

status lmdb_check_pages (int fd, uint64_t txn_id, trouble *t) {
  struct stat st;
  page_head p;
  head h, other;
  if (fstat (fd, &st) || !read_meta (fd, 0, &p, &h) ||
      !read_meta (fd, h.free.pad, &p, &other))
    return say (t, "the file is too short", 0);
  if (other.txn_id == txn_id)
    h = other;
  if (h.txn_id != txn_id)
    return ST_OK; /* others write quickly: they have checked it */
  lmdb_checker c = {.page_size = h.free.pad,
                    .n_pages = h.last_page + 1,
                    .file_pages = (uint64_t) st.st_size / h.free.pad,
                    .turn = txn_id};
  void *map = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED)
    return ST_OK;
  c.map = map;
  check_snapshot (&c, &h);
  munmap (map, (size_t) st.st_size);
  checking_demand (&c, !c.is_partial || c.n_pages <= c.file_pages,
                   "the file is too short", c.file_pages);
  return c.wrong ? say (t, c.wrong, c.wrong_page) : ST_OK;
}
