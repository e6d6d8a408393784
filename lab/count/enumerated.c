/* Few values: every combination is evaluated. */

#include "lab/count/counter_priv.h"

#include "term/leaves.h"
#include "term/tape.h"
#include "term/value.h"

#define MAX_WORK (1u << 24) /* nodes evaluated */
#define PERIOD 1024         /* combinations between looks at the clock */

typedef struct choice_list {
  u64_vec words; /* the values of all leaves, one after the other */
  u32_vec first; /* where those of each begin, and the end */
  u32_vec now;   /* the place of each in the combination at hand */
  u64_vec given; /* in the order of the tape */
  u32_vec at;    /* its leaves among those of the slice */
} choice_list;

static void list_span (memory *mem, choice_list *l, arena *a, sort s,
                       span part) {
  uint64_t word = part.low;
  for (;;) {
    vec_push (mem, &l->words, word);
    if (value_eq (s, word, part.high))
      return;
    word = sort_is_int (s) ? num_add (a, (num) {word}, NUM_ONE).word : word + 1;
  }
}

/* The values of all leaves. False: too many combinations. */
static bool list_values (const count_slice *s, memory *mem, arena *a,
                         uint32_t max, choice_list *l) {
  num all = NUM_ONE, n;
  for (size_t i = 0; i < s->n_leaves; i++) {
    if (!s->domain[i] || !count_domain (s->domain[i], a, &n))
      return false;
    all = num_mul (a, all, n);
    if (num_cmp (all, num_of_u64 (a, max)) > 0)
      return false;
  }
  for (size_t i = 0; i < s->n_leaves; i++) {
    vec_push (mem, &l->first, (uint32_t) l->words.len);
    vec_push (mem, &l->now, (uint32_t) l->words.len);
    for (uint32_t k = 0; k < s->domain[i]->n; k++)
      list_span (mem, l, a, s->domain[i]->sort, s->domain[i]->span[k]);
  }
  vec_push (mem, &l->first, (uint32_t) l->words.len);
  return true;
}

/* The next combination; false: that was the last. */
static bool go_on (choice_list *l) {
  for (size_t i = 0; i < l->now.len; i++) {
    if (++l->now.data[i] < l->first.data[i + 1])
      return true;
    l->now.data[i] = l->first.data[i];
  }
  return false;
}

static bool holds_now (tape *t, choice_list *l, size_t n, uint64_t *results) {
  for (size_t i = 0; i < l->at.len; i++)
    l->given.data[i] = l->words.data[l->now.data[l->at.data[i]]];
  tape_run_words (t, l->given.data, NULL, results);
  for (size_t i = 0; i < n; i++)
    if (!results[i])
      return false;
  return true;
}

static void place_leaves (const count_slice *s, memory *mem, const tape *t,
                          choice_list *l) {
  const term *leaf;
  size_t n = tape_leaves (t, &leaf);
  for (size_t i = 0; i < n; i++) {
    uint32_t at = 0;
    while (at < s->n_leaves && !term_eq (s->leaf[at], leaf[i]))
      at++;
    assert (at < s->n_leaves); /* all leaves of its atoms */
    vec_push (mem, &l->at, at);
    vec_push (mem, &l->given, 0);
  }
}

static bool try_values (const count_slice *s, memory *mem, choice_list *l,
                        uint64_t *out) {
  term_vec conditions = {0};
  u64_vec results = {0};
  for (size_t i = 0; i < s->n; i++)
    if (!count_is_bound (s, s->atom[i])) {
      vec_push (mem, &conditions, atom_term (s->terms, s->atom[i]));
      vec_push (mem, &results, 0);
    }
  tape *t = tape_new (mem, s->terms, conditions.len, conditions.data);
  uint64_t most = MAX_WORK / (tape_length (t) + 1), tried = 0;
  bool can = !tape_reads_arrays (t), is_stopped = false;
  place_leaves (s, mem, t, l);
  *out = 0;
  if (can)
    do {
      *out += holds_now (t, l, conditions.len, results.data);
      is_stopped = !(tried % PERIOD) && guard_asks_to_stop (s->guard);
    } while (go_on (l) && ++tried < most && !is_stopped);
  tape_free (t);
  vec_release (mem, &conditions, &results);
  return can && tried < most && !is_stopped;
}

bool enumerated_count (const count_slice *s, memory *mem, arena *a,
                       uint32_t max, num *out) {
  choice_list l = {0};
  uint64_t n;
  bool is_done = list_values (s, mem, a, max, &l) && l.words.len &&
                 try_values (s, mem, &l, &n);
  if (is_done)
    *out = num_of_u64 (a, n);
  vec_release (mem, &l.words, &l.first, &l.now, &l.given, &l.at);
  return is_done;
}
