#include "base/json_members.h"
#include "test.h"

#include <string.h>

/* Structs to JSON and back; what is not as the table says is refused. */

typedef enum colour { RED, GREEN, COLOURS } colour;

static const char *colour_name (int k) { return k == RED ? "red" : "green"; }

typedef struct leaf_of {
  const char *name;
  uint32_t small;
} leaf_of;

typedef struct tree_of {
  uint64_t number, span, spans[COLOURS];
  size_t n_counts;
  json_count counts[2];
  bool flag;
  colour colour;
  leaf_of one;
  size_t n_leaves, n_numbers;
  const leaf_of *leaves;
  const uint32_t *numbers;
} tree_of;

#define AT(M) offsetof (leaf_of, M)
static const json_member leaf_members[] = {
    MEMBER ("name", TEXT, .at = AT (name)),
    MEMBER ("small", SMALL, .at = AT (small)),
    {0}};
#undef AT

#define AT(M) offsetof (tree_of, M)
static const json_member plain[] = {MEMBER ("", SMALL, .at = 0)};
static const json_member tree_members[] = {
    MEMBER ("number", NUMBER, .at = AT (number)),
    MEMBER ("span", SPAN, .at = AT (span)),
    MEMBER ("counts", COUNTS, .at = AT (counts), .n = AT (n_counts), .size = 2),
    MEMBER ("spans", SPANS, .at = AT (spans), .n = COLOURS,
            .name_of = colour_name),
    MEMBER ("flag", FLAG, .at = AT (flag)),
    MEMBER ("colour", NAME, .at = AT (colour), .n = COLOURS,
            .name_of = colour_name),
    MEMBER ("one", PART, .at = AT (one), .inner = leaf_members),
    MEMBER ("leaves", LIST, .at = AT (leaves), .n = AT (n_leaves),
            .size = sizeof (leaf_of), .inner = leaf_members),
    MEMBER ("numbers", LIST, .at = AT (numbers), .n = AT (n_numbers),
            .size = sizeof (uint32_t), .inner = plain, .is_optional = true),
    {0}};

typedef struct lab {
  memory mem;
  arena texts;
  char_vec wrong;
  tree_of tree;
} lab;

static const uint32_t three[] = {1, 2, UINT32_MAX};
static const leaf_of two[] = {{"a", 1}, {"b\n\"", 0}};
static const tree_of full = {.number = INT64_MAX,
                             .span = 1500000001,
                             .spans = {0, 7},
                             .n_counts = 1,
                             .counts = {{"a", 7}},
                             .flag = true,
                             .colour = GREEN,
                             .one = {"x", 3},
                             .n_leaves = 2,
                             .leaves = two,
                             .n_numbers = 3,
                             .numbers = three};

static void lab_open (lab *l) {
  *l = (lab) {0};
  arena_init (&l->texts, &l->mem);
}

static void lab_close (lab *l) {
  arena_release (&l->texts);
  vec_release (NULL, &l->wrong);
  CHECK_EQ (l->mem.live, 0);
}

/* The tree with this in place of one of its members. */
static bool reads (lab *l, const char *name, const char *value) {
  json_t *o = json_members_write (tree_members, &full, NULL);
  if (value)
    json_object_set_new (o, name, json_loads (value, JSON_DECODE_ANY, NULL));
  else
    json_object_del (o, name);
  vec_release (NULL, &l->wrong);
  l->tree = (tree_of) {0};
  bool is_good =
      json_members_read (tree_members, o, &l->tree, &l->texts, &l->wrong);
  json_decref (o);
  text_c (NULL, &l->wrong);
  return is_good;
}

static bool refuses (lab *l, const char *name, const char *value,
                     const char *place) {
  return !reads (l, name, value) && !strcmp (l->wrong.data, place);
}

TEST (json_members_read_what_they_wrote) {
  lab l;
  lab_open (&l);
  CHECK (reads (&l, "later", "{\"a\": [1]}"));
  json_t *a = json_members_write (tree_members, &full, NULL);
  json_t *b = json_members_write (tree_members, &l.tree, NULL);
  CHECK (json_equal (a, b));
  CHECK_EQ (l.tree.span, full.span);
  CHECK_EQ (l.tree.counts[0].n, 7);
  CHECK_EQ (l.tree.spans[GREEN], 7);
  json_decref (a);
  json_decref (b);
  lab_close (&l);
}

TEST (json_members_refuse_what_does_not_fit) {
  lab l;
  lab_open (&l);
  CHECK (refuses (&l, "number", "-1", "number"));
  CHECK (refuses (&l, "number", "1.0", "number"));
  CHECK (refuses (&l, "number", NULL, "number"));
  CHECK (refuses (&l, "span", "\"1\"", "span"));
  CHECK (refuses (&l, "span", "1e300", "span"));
  CHECK (refuses (&l, "flag", "0", "flag"));
  CHECK (refuses (&l, "colour", "\"blue\"", "colour"));
  CHECK (refuses (&l, "counts", "{\"a\": -2}", "counts"));
  CHECK (refuses (&l, "spans", "{\"red\": -2}", "spans"));
  CHECK (refuses (&l, "one", "{\"name\": \"\"}", "one.small"));
  CHECK (refuses (&l, "one", "[]", "one"));
  CHECK (refuses (&l, "leaves", "[{\"name\": \"\", \"small\": 4294967296}]",
                  "leaves[0].small"));
  CHECK (refuses (&l, "leaves", "[7]", "leaves[0]"));
  CHECK (refuses (&l, "leaves", "{}", "leaves"));
  CHECK (refuses (&l, "numbers", "[1, null]", "numbers[1]"));
  lab_close (&l);
}

TEST (json_members_may_be_missing_where_they_may) {
  lab l;
  lab_open (&l);
  CHECK (reads (&l, "numbers", NULL));
  CHECK (reads (&l, "counts", "{\"a\": 1, \"b\": 2, \"c\": 3}"));
  CHECK_EQ (l.tree.n_counts, 2);
  tree_of none = {.one = {"", 0}};
  json_t *o = json_members_write (tree_members, &none, NULL);
  CHECK (!json_object_get (o, "numbers"));
  CHECK_EQ (json_array_size (json_object_get (o, "leaves")), 0);
  CHECK_EQ (json_object_size (json_object_get (o, "counts")), 0);
  json_decref (o);
  lab_close (&l);
}

TEST (json_members_say_what_is_no_text) {
  bool is_exact = true;
  tree_of tree = {.one = {"a\xff", 0}};
  json_t *o = json_members_write (tree_members, &tree, &is_exact);
  CHECK (!is_exact);
  const json_t *one = json_object_get (o, "one");
  CHECK (!strcmp (json_string_value (json_object_get (one, "name")), "a?"));
  json_decref (o);
}
