/* Tables of the program, and indices that are kept in structs: what a function
 * leaves to its callers, and what it does not check well enough.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum color { RED, GREEN, BLUE };
static const char *const color_names[] = {"red", "green", "blue"};

//: misuse out_of_bounds "c >= 3"
const char *color_name (enum color c) { return color_names[c]; }

struct car {
  enum color color;
  unsigned char wheels;
};

//: error out_of_bounds
const char *car_wheels (const struct car *c) { return color_names[c->wheels]; }

static int counters[4];

//: misuse out_of_bounds "i >= 4"
void count (unsigned i) { counters[i]++; }

//: error out_of_bounds
int count_checked (unsigned i) {
  if (i > 4)
    return -1;
  return ++counters[i];
}

static const char *name_of (int i) { return color_names[i]; }

//: error out_of_bounds
const char *name_or_null (int i) {
  if (i < 0 || i > 3)
    return NULL;
  return name_of (i);
}

struct option {
  const char *name;
  int value;
};

//: misuse out_of_bounds "o "
int find_option (const struct option *o, const char *name) {
  for (; o->name; o++)
    if (!strcmp (o->name, name))
      return o->value;
  return -1;
}

struct color_rgb {
  uint8_t r, g, b;
};

//: misuse out_of_bounds "px of fewer"
struct color_rgb pixel (const struct color_rgb *px, int width, int height,
                        int x, int y) {
  (void) height;
  return px[y * width + x];
}

struct ring8 {
  int head, count, items[8];
};

//: misuse out_of_bounds "q->count < 0"
int ring8_push (struct ring8 *q, int x) {
  if (q->count >= 8)
    return 0;
  q->items[(q->head + q->count) % 8] = x;
  q->count++;
  return 1;
}

//: misuse out_of_bounds "*n < 0"
int insert_sorted (int *a, int *n, int cap, int x) {
  int i = *n;
  if (i >= cap)
    return -1;
  while (i > 0 && a[i - 1] > x) {
    a[i] = a[i - 1];
    i--;
  }
  a[i] = x;
  ++*n;
  return i;
}

/* Enumerations: callers pass what has a name, and not the one that says how
 * many there are.
 */
enum suit { CLUBS, HEARTS, SPADES, N_SUITS };
struct card {
  int rank;
  enum suit suit;
};
enum mode { MODE_READ = 1, MODE_WRITE = 2, MODE_EXECUTE = 4 };
static const char *const suit_name[] = {"clubs", "hearts", "spades"};
static const char *const two_suits[] = {"clubs", "hearts"};

//: misuse out_of_bounds "card->suit == N_SUITS"
int suit_of (const struct card *card) { return *suit_name[card->suit]; }

//: misuse out_of_bounds "all[1] == N_SUITS"
int suits_of (const enum suit *all, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += *suit_name[all[i]];
  return s;
}

//: misuse abort "s == N_SUITS"
int colour (enum suit s) {
  switch (s) {
  case CLUBS:
  case SPADES:
    return 0;
  case HEARTS:
    return 1;
  default:
    abort ();
  }
}

/* Who looks how large a value is, or whether it is the number of names, has to
 * do it well.
 */
//: error out_of_bounds
int suit_checked (enum suit s) {
  if (s > N_SUITS)
    return -1;
  return *suit_name[s];
}

static int is_suit (unsigned s) { return s <= 3; }

//: error out_of_bounds
int suit_checked_elsewhere (const struct card *card) {
  if (!is_suit (card->suit))
    return -1;
  return *suit_name[card->suit];
}

//: error division_by_zero
int suit_count (enum suit s) { return s == N_SUITS ? 1 / (s - N_SUITS) : 0; }

//: misuse abort "m == 8, which is not a value of enum mode"
int mode_bits (enum mode m) {
  if (m & ~7u)
    abort ();
  return (m & 3) == 3 ? 2 : 1;
}

//: error out_of_bounds
int short_table (enum suit suit) { return *two_suits[suit]; }

//: error out_of_bounds
int short_table_of (const struct card *card) { return *two_suits[card->suit]; }

/* Names that are no numbers of the others, though they look like some. */
enum json { JSON_NULL, JSON_TEXT, JSON_NUMBER };
enum level { LEVEL_LEAST = -5, LEVEL_USUAL = 0, LEVEL_MAX = 5 };

//: error division_by_zero
int json_size (enum json j) { return 8 / (j - 2); }

//: error division_by_zero
int level_share (enum level l) { return 100 / (l - 5); }

enum sign { NEGATIVE = -1, ZERO, POSITIVE };
static const int signs[2] = {0, 1};

//: error out_of_bounds
int sign_of (enum sign s) { return signs[s]; }
