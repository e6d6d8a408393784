/* Options such as --sym-args=1:3:8,4 become words of the program's command
 * line,
 * "--sym-args 1 3 8 --sym-arg 4", which our start code reads before main does.
 *
 * What holds: what is added here was checked here, part by part, so that the
 * start code, which runs inside the program under test and cannot report well,
 * never meets a malformed word. Numbers have less than eight digits: they fit
 * an int there and here.
 */

#include "run/words.h"

#include <inttypes.h>

#define PARTS_MAX 3

typedef struct words {
  memory *mem;
  trouble *trouble;
  arena *texts;
  word_list *list;
} words;

static void run_words_add (words *w, const char *text, size_t n) {
  vec_push (w->mem, w->list, arena_string (w->texts, text, n));
}

static void add_word (words *w, const char *text) {
  run_words_add (w, text, strlen (text));
}

static void add_number (words *w, const char *word, int64_t n) {
  char text[32];
  snprintf (text, sizeof text, "%" PRId64, n);
  add_word (w, word);
  add_word (w, text);
}

static bool is_number (const char *text, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (text[i] < '0' || text[i] > '9')
      return false;
  return n && n < 8;
}

static status misfit (words *w, const char *option, const char *form,
                      const char *item, size_t n) {
  return trouble_set (w->trouble, ST_USAGE, "%s: '%.*s' is not %s", option,
                      (int) n, item, form);
}

/* One item of a list: parts between colons, all of them numbers but for the
 * first of those whose first is a name.
 */
typedef struct word_item {
  const char *part[PARTS_MAX];
  size_t len[PARTS_MAX];
  size_t n;
} word_item;

static bool words_split (const char *text, size_t n, word_item *out) {
  const char *end = text + n;
  for (out->n = 0; out->n < PARTS_MAX; text++) {
    const char *colon = memchr (text, ':', (size_t) (end - text));
    const char *stop = colon ? colon : end;
    out->part[out->n] = text;
    out->len[out->n++] = (size_t) (stop - text);
    text = stop;
    if (!colon)
      return true;
  }
  return false;
}

static bool are_numbers (const word_item *i, size_t from) {
  for (size_t k = from; k < i->n; k++)
    if (!is_number (i->part[k], i->len[k]))
      return false;
  return true;
}

static void add_parts (words *w, const char *word, const word_item *i) {
  assert (i->n && i->n <= PARTS_MAX);
  add_word (w, word);
  for (size_t k = 0; k < i->n; k++)
    run_words_add (w, i->part[k], i->len[k]);
}

typedef status (*adder) (words *, const char *text, size_t n);

static status words_add_argument (words *w, const char *text, size_t n) {
  word_item i;
  bool ok = words_split (text, n, &i) && are_numbers (&i, 0) && i.n != 2;
  if (ok && i.n == 3 && atoi (i.part[0]) > atoi (i.part[1]))
    return trouble_set (
        w->trouble, ST_USAGE,
        "--sym-args=%.*s: in MIN:MAX:LEN, MIN (%d) is greater than MAX (%d)",
        (int) n, text, atoi (i.part[0]), atoi (i.part[1]));
  if (ok && i.n == 3 && atoi (i.part[1]) >= 100)
    return misfit (w, "--sym-args", "MIN:MAX:LEN with MAX below 100", text, n);
  if (!ok)
    return misfit (w, "--sym-args", "LEN or MIN:MAX:LEN", text, n);
  assert (i.n == 1 || i.n == 3);
  add_parts (w, i.n == 1 ? "--sym-arg" : "--sym-args", &i);
  return ST_OK;
}

static status add_variable (words *w, const char *text, size_t n) {
  word_item i;
  if (!words_split (text, n, &i) || i.n != 2 || !i.len[0] ||
      !are_numbers (&i, 1))
    return misfit (w, "--sym-env", "NAME:LEN", text, n);
  add_parts (w, "--sym-env", &i);
  return ST_OK;
}

static status set_variable (words *w, const char *text, size_t n) {
  const char *equals = memchr (text, '=', n);
  if (!equals || equals == text)
    return misfit (w, "--env", "NAME=VALUE", text, n);
  add_word (w, "--set-env");
  run_words_add (w, text, n);
  return ST_OK;
}

static status add_files (words *w, const char *text, size_t n) {
  word_item i;
  if (!words_split (text, n, &i) || i.n != 2 || !are_numbers (&i, 0) ||
      atoi (i.part[0]) > 26)
    return misfit (w, "--sym-files", "NUM:LEN with at most 26 files", text, n);
  add_parts (w, "--sym-files", &i);
  return ST_OK;
}

/* Items with commas between. */
static status add_list (words *w, const char *list, adder each) {
  while (list) {
    const char *comma = strchr (list, ',');
    size_t n = comma ? (size_t) (comma - list) : strlen (list);
    status st = each (w, list, n);
    if (st)
      return st;
    list = comma ? comma + 1 : NULL;
  }
  return ST_OK;
}

status words_add (context *c, arena *texts, word_list *list) {
  const options *o = &c->options;
  words w = {&c->memory, &c->trouble, texts, list};
  assert (list->len); /* the program's name comes first */
  status st;
  TRY (add_list (&w, o->sym_args, words_add_argument));
  TRY (add_list (&w, o->env, set_variable));
  TRY (add_list (&w, o->sym_env, add_variable));
  TRY (add_list (&w, o->sym_files, add_files));
  if (o->sym_stdin >= 0)
    add_number (&w, "--sym-stdin", o->sym_stdin);
  if (o->sym_sizes && (o->sym_stdin >= 0 || o->sym_files))
    add_word (&w, "--sym-sizes");
  if (o->sym_stat && (o->sym_stdin >= 0 || o->sym_files))
    add_word (&w, "--sym-stat");
  if (o->fail_calls)
    add_number (&w, "--fail-calls", o->fail_calls);
out:
  return st;
}
