#include "memo/outline.h"
#include "test.h"

/* Aligning hand-made outlines: blocks with a digest, slots and successors. */

typedef struct block_row {
  uint64_t digest;
  uint32_t n_slots, slot[3];
  uint32_t n_next, next[2];
} block_row;

typedef struct lab {
  memory mem;
  outline a, b;
  u32_vec to, slots;
} lab;

static void fill (lab *l, outline *o, uint32_t n, const block_row *row) {
  *o = (outline) {.name = "f", .n_params = 1, .max_slot = 10};
  for (uint32_t i = 0; i < n; i++) {
    outline_block b = {.digest = {row[i].digest, 1},
                       .slots = (uint32_t) o->pool.len,
                       .n_slots = row[i].n_slots,
                       .n_next = row[i].n_next};
    for (uint32_t k = 0; k < row[i].n_slots; k++)
      vec_push (&l->mem, &o->pool, row[i].slot[k]);
    b.next = (uint32_t) o->pool.len;
    for (uint32_t k = 0; k < row[i].n_next; k++)
      vec_push (&l->mem, &o->pool, row[i].next[k]);
    vec_push (&l->mem, &o->block, b);
  }
}

static void align (lab *l) {
  vec_clear (&l->to);
  vec_clear (&l->slots);
  outline_align (&l->mem, &l->a, &l->b, &l->to, &l->slots);
}

static void close (lab *l) {
  outline_release (&l->mem, &l->a);
  outline_release (&l->mem, &l->b);
  vec_release (&l->mem, &l->to);
  vec_release (&l->mem, &l->slots);
  CHECK_EQ (l->mem.live, 0);
}

static const block_row diamond[] = {{1, 1, {0}, 2, {1, 2}},
                                    {2, 2, {0, 3}, 1, {3}},
                                    {3, 2, {0, 4}, 1, {3}},
                                    {4, 2, {3, 4}, 0, {0}}};

TEST (same_blocks_match) {
  lab l = {0};
  fill (&l, &l.a, 4, diamond);
  fill (&l, &l.b, 4, diamond);
  align (&l);
  for (uint32_t i = 0; i < 4; i++)
    CHECK_EQ (l.to.data[i], i + 1);
  close (&l);
}

TEST (blocks_match_under_other_numbers) {
  static const block_row moved[] = {{1, 1, {0}, 2, {2, 1}},
                                    {3, 2, {0, 8}, 1, {3}},
                                    {2, 2, {0, 7}, 1, {3}},
                                    {4, 2, {7, 8}, 0, {0}}};
  lab l = {0};
  fill (&l, &l.a, 4, diamond);
  fill (&l, &l.b, 4, moved);
  align (&l);
  CHECK_EQ (l.to.data[0], 1);
  CHECK_EQ (l.to.data[1], 3);
  CHECK_EQ (l.to.data[2], 2);
  CHECK_EQ (l.to.data[3], 4);
  close (&l);
}

/* A changed block takes nothing with it. */
TEST (a_changed_block_is_alone) {
  static const block_row changed[] = {{1, 1, {0}, 2, {1, 2}},
                                      {9, 2, {0, 3}, 1, {3}},
                                      {3, 2, {0, 4}, 1, {3}},
                                      {4, 2, {3, 4}, 0, {0}}};
  lab l = {0};
  fill (&l, &l.a, 4, diamond);
  fill (&l, &l.b, 4, changed);
  align (&l);
  CHECK_EQ (l.to.data[0], 1);
  CHECK_EQ (l.to.data[1], 0);
  CHECK_EQ (l.to.data[2], 3);
  CHECK_EQ (l.to.data[3], 4);
  close (&l);
}

/* The last block works on the same operations' slots in another order. */
TEST (slots_must_agree) {
  static const block_row crossed[] = {{1, 1, {0}, 2, {1, 2}},
                                      {2, 2, {0, 3}, 1, {3}},
                                      {3, 2, {0, 4}, 1, {3}},
                                      {4, 2, {4, 3}, 0, {0}}};
  lab l = {0};
  fill (&l, &l.a, 4, diamond);
  fill (&l, &l.b, 4, crossed);
  align (&l);
  CHECK_EQ (l.to.data[0], 1);
  uint32_t matched = 0;
  for (uint32_t i = 1; i < 4; i++)
    matched += l.to.data[i] != 0;
  CHECK (matched < 3);
  close (&l);
}

/* Two ways lead to equal blocks, now in another order: one of the two that
 * lead there cannot be the same.
 */
TEST (a_block_that_leads_elsewhere_is_changed) {
  static const block_row a[] = {{1, 1, {0}, 2, {1, 2}},
                                {2, 1, {0}, 1, {3}},
                                {3, 1, {0}, 1, {4}},
                                {5, 1, {0}, 0, {0}},
                                {5, 1, {0}, 0, {0}}};
  static const block_row b[] = {{1, 1, {0}, 2, {1, 2}},
                                {2, 1, {0}, 1, {3}},
                                {3, 1, {0}, 1, {3}},
                                {5, 1, {0}, 0, {0}},
                                {5, 1, {0}, 0, {0}}};
  lab l = {0};
  fill (&l, &l.a, 5, a);
  fill (&l, &l.b, 5, b);
  align (&l);
  CHECK_EQ (l.to.data[1], 2);
  CHECK_EQ (l.to.data[3], 4);
  CHECK_EQ (l.to.data[4], 0);
  close (&l);
}

static const block_row row[] = {{1, 1, {0}, 1, {1}},
                                {2, 1, {3}, 1, {2}},
                                {2, 1, {4}, 1, {3}},
                                {4, 2, {3, 4}, 0, {0}}};

TEST (blocks_behind_a_changed_entry_match) {
  static const block_row changed[] = {{9, 1, {0}, 1, {1}},
                                      {2, 1, {5}, 1, {2}},
                                      {2, 1, {6}, 1, {3}},
                                      {4, 2, {5, 6}, 0, {0}}};
  lab l = {0};
  fill (&l, &l.a, 4, row);
  fill (&l, &l.b, 4, changed);
  align (&l);
  CHECK_EQ (l.to.data[0], 0);
  for (uint32_t i = 1; i < 4; i++)
    CHECK_EQ (l.to.data[i], i + 1);
  CHECK_EQ (l.slots.data[3], 6);
  CHECK_EQ (l.slots.data[4], 7);
  close (&l);
}

TEST (blocks_behind_a_new_one_match) {
  static const block_row longer[] = {{1, 1, {0}, 1, {4}},
                                     {2, 1, {3}, 1, {2}},
                                     {5, 1, {4}, 1, {3}},
                                     {4, 2, {3, 4}, 0, {0}},
                                     {8, 1, {0}, 2, {1, 3}}};
  static const block_row before[] = {{1, 1, {0}, 1, {1}},
                                     {2, 1, {3}, 1, {2}},
                                     {5, 1, {4}, 1, {3}},
                                     {4, 2, {3, 4}, 0, {0}}};
  lab l = {0};
  fill (&l, &l.a, 4, before);
  fill (&l, &l.b, 5, longer);
  align (&l);
  /* What leads to another block than it did is not the same, or what it led
   * to is not. */
  CHECK (!l.to.data[0] || !l.to.data[1]);
  CHECK_EQ (l.to.data[2], 3);
  CHECK_EQ (l.to.data[3], 4);
  close (&l);
}

TEST (the_first_block_stays_the_first) {
  static const block_row before[] = {{1, 1, {0}, 1, {1}}, {2, 1, {3}, 0, {0}}};
  static const block_row after[] = {
      {9, 1, {0}, 1, {1}}, {1, 1, {0}, 1, {2}}, {2, 1, {3}, 0, {0}}};
  lab l = {0};
  fill (&l, &l.a, 2, before);
  fill (&l, &l.b, 3, after);
  align (&l);
  CHECK_EQ (l.to.data[0], 0);
  CHECK_EQ (l.to.data[1], 3);
  close (&l);
}

TEST (another_signature_matches_nothing) {
  lab l = {0};
  fill (&l, &l.a, 4, diamond);
  fill (&l, &l.b, 4, diamond);
  l.b.signature.lo = 1;
  align (&l);
  for (uint32_t i = 0; i < 4; i++)
    CHECK_EQ (l.to.data[i], 0);
  close (&l);
}
