/* Control sequences of terminals: what follows ESC [ and says how text looks
 * or where the cursor goes, as in "31m", "1;4m", "38;5;208m" or "10;20H".
 * Written for the tutorial; csi.c is the same with a bug of a kind that such
 * readers have had.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAX_PARAMS 3
#define MAX_VALUE 9999
#define ROWS 24
#define COLUMNS 80

enum { BOLD = 1, UNDERLINE = 4, INVERSE = 7 };

struct screen {
  int row, column;
  unsigned attributes; /* a bit for each */
  int colour, background;
};

/* A sequence: up to three numbers and a letter. */
struct sequence {
  int *param;
  size_t n;
  char command;
};

static bool is_digit (uint8_t c) { return c >= '0' && c <= '9'; }

/* Reads a number, none is 0. The rest begins at the result. */
static size_t read_number (const uint8_t *text, size_t size, int *out) {
  size_t i = 0;
  *out = 0;
  while (i < size && is_digit (text[i])) {
    *out = *out * 10 + (text[i] - '0');
    if (*out > MAX_VALUE)
      *out = MAX_VALUE;
    i++;
  }
  return i;
}

/* True: the text is a sequence. Numbers beyond the third are skipped. */
static bool read_sequence (const uint8_t *text, size_t size,
                           struct sequence *out) {
  size_t i = 0;
  out->n = 0;
  for (;;) {
    int value;
    i += read_number (text + i, size - i, &value);
    if (i == size)
      return false;
    if (out->n < MAX_PARAMS)
      out->param[out->n++] = value;
    if (text[i] != ';')
      break;
    i++;
  }
  out->command = (char) text[i];
  return i + 1 == size;
}

static int limit (int n, int low, int high) {
  return n < low ? low : n > high ? high : n;
}

/* A number that says how far to go; none means one. */
static int distance (const struct sequence *s) {
  return s->n && s->param[0] ? s->param[0] : 1;
}

static void move (struct screen *out, int rows, int columns) {
  out->row = limit (out->row + rows, 1, ROWS);
  out->column = limit (out->column + columns, 1, COLUMNS);
}

/* "38;5;N": a colour of the large palette. Gives how many numbers it took. */
static size_t set_large_colour (const struct sequence *s, size_t at,
                                int *colour) {
  if (at + 2 >= s->n || s->param[at + 1] != 5)
    return 1;
  *colour = limit (s->param[at + 2], 0, 255);
  return 3;
}

/* One number of "m", or those that belong together. */
static size_t set_look (struct screen *out, const struct sequence *s,
                        size_t at) {
  int n = s->param[at];
  if (n == 0) {
    out->attributes = 0;
    out->colour = out->background = -1;
  } else if (n == BOLD || n == UNDERLINE || n == INVERSE)
    out->attributes |= 1u << n;
  else if (n >= 30 && n <= 37)
    out->colour = n - 30;
  else if (n == 38)
    return set_large_colour (s, at, &out->colour);
  else if (n == 39)
    out->colour = -1;
  return 1;
}

static void set_looks (struct screen *out, const struct sequence *s) {
  for (size_t i = 0; i < s->n;)
    i += set_look (out, s, i);
}

/* Obeys what follows ESC [; false: it is none that is known. */
bool screen_obey (struct screen *out, const uint8_t *text, size_t size) {
  int param[MAX_PARAMS] = {0};
  struct sequence s = {.param = param};
  if (!read_sequence (text, size, &s))
    return false;
  switch (s.command) {
  case 'A':
    move (out, -distance (&s), 0);
    return true;
  case 'B':
    move (out, distance (&s), 0);
    return true;
  case 'C':
    move (out, 0, distance (&s));
    return true;
  case 'D':
    move (out, 0, -distance (&s));
    return true;
  case 'm':
    set_looks (out, &s);
    return true;
  default:
    return false;
  }
}

/* What fuzzers call; reprise calls it with any data. */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  struct screen s = {.row = 1, .column = 1, .colour = -1, .background = -1};
  screen_obey (&s, data, size);
  return 0;
}
