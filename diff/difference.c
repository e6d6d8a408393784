#include "diff/difference.h"

/* Finding. */

typedef struct pairing {
  memory *mem;
  size_t n_old, n_now;
  uint32_t *old, *now; /* index of the partner + 1, 0: none yet */
  uint32_t *next;      /* of old ones with the same key; index + 1 */
} pairing;

static void pairing_init (pairing *p, memory *mem, size_t n_old, size_t n_now) {
  *p = (pairing) {.mem = mem, .n_old = n_old, .n_now = n_now};
  p->old = memory_zalloc (mem, n_old * sizeof *p->old);
  p->now = memory_zalloc (mem, n_now * sizeof *p->now);
  p->next = memory_zalloc (mem, n_old * sizeof *p->next);
}

static void pairing_release (pairing *p) {
  memory_free (p->mem, p->old, p->n_old * sizeof *p->old);
  memory_free (p->mem, p->now, p->n_now * sizeof *p->now);
  memory_free (p->mem, p->next, p->n_old * sizeof *p->next);
}

/* The key of element i of an array whose elements have this distance. */
static uint64_t key_at (const uint64_t *first, size_t stride, size_t i) {
  return *(const uint64_t *) ((const char *) first + i * stride);
}

/* Those without a partner get one with the same key. */
static void pair (pairing *p, const uint64_t *old, const uint64_t *now,
                  size_t stride) {
  assert (stride >= sizeof *old && stride % sizeof *old == 0);
  map first;
  map_init (&first, p->mem);
  for (size_t i = p->n_old; i-- > 0;) {
    if (p->old[i])
      continue;
    uint64_t *at = map_at (&first, key_at (old, stride, i));
    p->next[i] = (uint32_t) *at;
    *at = i + 1;
  }
  for (size_t i = 0; i < p->n_now; i++) {
    uint64_t *at =
        p->now[i] ? NULL : map_find (&first, key_at (now, stride, i));
    if (!at || !*at)
      continue;
    uint32_t j = (uint32_t) *at - 1;
    assert (!p->old[j]); /* a partner is taken once */
    *at = p->next[j];
    p->now[i] = j + 1;
    p->old[j] = (uint32_t) i + 1;
  }
  map_release (&first);
}

static void list_alone (memory *mem, size_t n, const uint32_t *partner,
                        u32_vec *out) {
  for (size_t i = 0; i < n; i++)
    if (!partner[i])
      vec_push (mem, out, (uint32_t) i);
}

static void compare_errors (difference *d) {
  pairing p;
  size_t n_old = d->old ? d->old->errors.len : 0;
  pairing_init (&p, d->mem, n_old, d->now->errors.len);
  if (n_old && p.n_now) {
    const kept_error *old = d->old->errors.data, *now = d->now->errors.data;
    pair (&p, &old->identity, &now->identity, sizeof *old);
    pair (&p, &old->by_line, &now->by_line, sizeof *old);
  }
  list_alone (d->mem, p.n_now, p.now, &d->new_errors);
  list_alone (d->mem, p.n_old, p.old, &d->gone_errors);
  pairing_release (&p);
}

static void compare_tests (difference *d) {
  pairing p;
  size_t n_old = d->old ? d->old->tests.len : 0;
  const kept_test *old = n_old ? d->old->tests.data : NULL;
  const kept_test *now = d->now->tests.data;
  pairing_init (&p, d->mem, n_old, d->now->tests.len);
  if (n_old && p.n_now) {
    pair (&p, &old->by_path, &now->by_path, sizeof *old);
    pair (&p, &old->by_inputs, &now->by_inputs, sizeof *old);
  }
  list_alone (d->mem, p.n_now, p.now, &d->added);
  list_alone (d->mem, p.n_old, p.old, &d->dropped);
  for (size_t i = 0; i < p.n_now; i++) {
    const kept_test *was = p.now[i] ? old + p.now[i] - 1 : NULL;
    if (was && was->end != now[i].end) {
      vec_push (d->mem, &d->turned, (uint32_t) i);
    } else if (was && was->by_inputs != now[i].by_inputs) {
      vec_push (d->mem, &d->refilled, (uint32_t) i);
    } else if (was && was->answer != now[i].answer) {
      vec_push (d->mem, &d->answered, (uint32_t) i);
      vec_push (d->mem, &d->before, p.now[i] - 1);
    }
  }
  pairing_release (&p);
}

void difference_init (difference *d, memory *mem, const snapshot *old,
                      const snapshot *now) {
  assert (now && old != now); /* 'old' is NULL at the first run */
  *d = (difference) {.mem = mem, .old = old, .now = now};
  compare_errors (d);
  compare_tests (d);
}

void difference_release (difference *d) {
  vec_release (d->mem, &d->new_errors, &d->gone_errors, &d->added, &d->dropped,
               &d->turned, &d->refilled, &d->answered, &d->before);
}
