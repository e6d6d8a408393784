#include "export/two_suites.h"

#include "base/map.h"

typedef uint64_t key_of (const testcase *);

/* Never 0, as keys of maps. */
static uint64_t by_number (const testcase *t) {
  return t->number + UINT64_C (1);
}
static uint64_t by_path (const testcase *t) { return t->path.lo | 1; }

static uint64_t by_input (const testcase *t) {
  uint64_t h = t->n_inputs;
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    h = hash_mix (h, hash_bytes (in->name, strlen (in->name)).lo);
    h = hash_mix (h, hash_bytes (in->bytes, in->size).lo);
  }
  return h | 1;
}

typedef struct pairs {
  memory *mem;
  suite *old, *now;
  u32_vec of_old, of_now; /* index of the partner plus 1 */
} pairs;

static void pair_by (pairs *p, key_of *key) {
  map at;
  testcase t;
  map_init (&at, p->mem);
  for (uint32_t i = (uint32_t) p->of_old.len; i-- > 0;) {
    suite_get (p->old, i, &t);
    if (!p->of_old.data[i])
      map_put (&at, key (&t), i + UINT64_C (1));
  }
  for (uint32_t i = 0; i < p->of_now.len; i++) {
    suite_get (p->now, i, &t);
    uint64_t *old = p->of_now.data[i] ? NULL : map_find (&at, key (&t));
    if (!old || !*old)
      continue;
    assert (*old <= p->of_old.len && !p->of_old.data[*old - 1]);
    p->of_now.data[i] = (uint32_t) *old;
    p->of_old.data[*old - 1] = i + 1;
    *old = 0;
  }
  map_release (&at);
}

static void zeros (memory *mem, u32_vec *v, uint32_t n) {
  while (v->len < n)
    vec_push (mem, v, 0);
}

/* Why, if it is told. */
static const char *told_reason (const changes *told, const map *at,
                                uint32_t number, change_kind what,
                                const char *other) {
  assert (what < CHANGE_COUNT); /* two bits of the key */
  uint64_t i = told ? map_get (at, number * UINT64_C (4) + what + 1, 0) : 0;
  return i ? told->rows.data[i - 1].reason : other;
}

static void compare_pair (changes *c, pairs *p, uint32_t i, const changes *told,
                          const map *at) {
  assert (i < p->of_now.len && p->of_now.data[i] <= p->of_old.len);
  testcase old, now;
  suite_get (p->now, i, &now);
  if (p->of_now.data[i]) {
    suite_get (p->old, p->of_now.data[i] - 1, &old);
    changes_compare (c, &old, &now, NULL);
  } else
    changes_add (c, CHANGE_ADDED, &now,
                 told_reason (told, at, now.number, CHANGE_ADDED,
                              "no old test takes its path or has its values"));
}

void changes_between (changes *c, suite *old, suite *now, const changes *told) {
  pairs p = {.mem = c->mem, .old = old, .now = now};
  assert (old != now); /* each gives one test at a time */
  testcase t;
  map at;
  zeros (c->mem, &p.of_old, suite_count (old));
  zeros (c->mem, &p.of_now, suite_count (now));
  map_init (&at, c->mem);
  for (size_t i = 0; told && i < told->rows.len; i++)
    map_put (&at,
             told->rows.data[i].number * UINT64_C (4) +
                 told->rows.data[i].what + 1,
             i + 1);
  if (told)
    pair_by (&p, by_number);
  else {
    pair_by (&p, by_path);
    pair_by (&p, by_input);
  }
  for (uint32_t i = 0; i < p.of_now.len; i++)
    compare_pair (c, &p, i, told, &at);
  for (uint32_t i = 0; i < p.of_old.len; i++)
    if (!p.of_old.data[i]) {
      suite_get (old, i, &t);
      changes_add (
          c, CHANGE_DROPPED, &t,
          told_reason (told, &at, t.number, CHANGE_DROPPED,
                       "no new test takes its path or has its values"));
    }
  map_release (&at);
  vec_release (c->mem, &p.of_old, &p.of_now);
}
