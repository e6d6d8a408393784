#include "program/placing.h"
#include "program/program.h"
#include "random.h"
#include "support/codes.h"
#include "test.h"

#include <string.h>

#define N 500u
#define FIRST 64u

static uint32_t slot_of (const placing *p, uint32_t item) {
  uint32_t i = 0;
  while (p->item[i] != item)
    i++;
  return p->slot[i];
}

static void check_found (const placing *p, unsigned bits) {
  uint32_t rank = 0;
  for (uint32_t slot = 0; slot < FIRST + (2u << bits); slot++) {
    CHECK_EQ (placing_rank (p, slot), rank);
    bool is_used = rank < p->n && p->slot[rank] == slot;
    CHECK_EQ (placing_find (p, slot), is_used ? p->item[rank] : PLACING_NONE);
    rank += is_used;
  }
  CHECK_EQ (rank, p->n);
}

TEST (slots_are_found) {
  memory mem = {0};
  uint64_t seed = 5;
  for (uint32_t n = 0; n < N; n += 1 + n / 3) {
    hash128 key[N];
    for (uint32_t i = 0; i < n; i++)
      key[i] = hash128_of (random_below (&seed, 300), 1); /* some are equal */
    placing p;
    placing_make (&p, &mem, FIRST, 14, n, key);
    CHECK_EQ (p.n, n);
    check_found (&p, 14);
    placing_release (&p, &mem);
  }
  CHECK_EQ (mem.live, 0);
}

TEST (order_does_not_matter) {
  memory mem = {0};
  hash128 key[N], turned[N];
  for (uint32_t i = 0; i < N; i++)
    key[i] = turned[N - 1 - i] = hash128_of (i, 2);
  placing a, b;
  placing_make (&a, &mem, FIRST, 13, N, key); /* small: they meet */
  placing_make (&b, &mem, FIRST, 13, N, turned);
  for (uint32_t i = 0; i < N; i++) {
    CHECK_EQ (a.slot[i], b.slot[i]);
    CHECK_EQ (a.item[i], N - 1 - b.item[i]);
  }
  placing_release (&a, &mem);
  placing_make (&a, &mem, FIRST, 25, N, key);
  placing_release (&b, &mem);
  placing_make (&b, &mem, FIRST, 25, N - 1, key); /* large: they do not */
  for (uint32_t i = 0; i < N - 1; i++)
    CHECK_EQ (slot_of (&a, i), slot_of (&b, i));
  placing_release (&a, &mem);
  placing_release (&b, &mem);
  CHECK_EQ (mem.live, 0);
}

/* Programs. */

static uint64_t address_named (const program *p, const char *name) {
  for (uint32_t i = 0; i < program_count_globals (p); i++)
    if (!strcmp (program_global (p, i)->name, name))
      return program_global (p, i)->address;
  FAIL ("no %s", name);
}

#define TEXT(NAME, CONTENT) \
  "@" NAME " = private constant [2 x i8] c\"" CONTENT "\\00\"\n"
#define USES(F, NAME) \
  "define i8 @" F "() {\n  %c = load i8, ptr @" NAME "\n  ret i8 %c\n}\n"
#define TABLE(A, B) "@table = global [2 x ptr] [ptr @" A ", ptr @" B "]\n"

/* clang-format off */
static const char before[] =
    TEXT (".str", "a") TEXT (".str.1", "b") TEXT (".str.2", "c")
    TEXT (".str.3", "d")
    "@x = global i32 1\n"
    "@y = global i32 2\n"
    TABLE (".str", ".str.1")
    USES ("f", ".str.2") USES ("g", ".str.3");

static const char after[] =
    TEXT (".str", "n") TEXT (".str.1", "A") TEXT (".str.2", "b")
    TEXT (".str.3", "c") TEXT (".str.4", "D")
    "@y = global i32 5\n"
    "@z = global i64 3\n"
    "@x = global i8 1\n"
    TABLE (".str.1", ".str.2")
    USES ("h", ".str") USES ("g", ".str.4") USES ("f", ".str.3");
/* clang-format on */

TEST (edits_elsewhere_move_nothing) {
  memory mem = {0};
  program *a = codes_program (&mem, before), *b = codes_program (&mem, after);
  static const char *const same[][2] = {
      {"x", "x"},           {"y", "y"}, {"table", "table"},
      {".str", ".str.1"},   /* known by its place in the table */
      {".str.1", ".str.2"}, /* the same */
      {".str.2", ".str.3"}, /* known by what is in it */
  };
  for (size_t i = 0; i < sizeof same / sizeof *same; i++)
    CHECK_EQ (address_named (a, same[i][0]), address_named (b, same[i][1]));
  CHECK (address_named (a, ".str.3") != address_named (b, ".str.4"));
  uint32_t f = program_find_function (a, "f"),
           unchanged = program_find_function (b, "f");
  CHECK_EQ (program_function (a, f)->address,
            program_function (b, unchanged)->address);
  program_free (a);
  program_free (b);
  CHECK_EQ (mem.live, 0);
}
