/* Inputs that someone gave, as leads: paths that they take come first.
 *
 * A lead belongs to exactly one path that waits, or to none. All begin at the
 * first path; at a fork each goes to the alternative whose guard its values
 * satisfy. The values of the first lead of a path become its witness, so that
 * its questions are answered by evaluation.
 *
 * The searcher around another one has a stack of the paths with leads; those
 * without are the other's.
 */

#include "explore/leads.h"

struct leads {
  memory *mem;
  terms *ts;
  uint32_t n;
  const lead *lead;
  model *values;
};

leads *leads_new (memory *mem, terms *ts, uint32_t n, const lead *all) {
  leads *l = memory_zalloc (mem, sizeof *l);
  l->mem = mem;
  l->ts = ts;
  l->n = n;
  l->lead = all;
  l->values = model_new (mem, ts);
  return l;
}

void leads_free (leads *l) {
  if (!l)
    return;
  model_free (l->values);
  memory_free (l->mem, l, sizeof *l);
}

void leads_start (leads *l, pending *p) {
  for (uint32_t i = 0; i < l->n; i++)
    vec_push (l->mem, &p->leads, i);
}

/* Values. */

/* Bytes that are not there are zero, those that are too many count for
 * nothing.
 */
static void set_parts (leads *l, const symbolic *in, const given_input *from) {
  uint64_t at = 0;
  for (uint32_t i = 0; i < in->n_parts; i++) {
    uint64_t v = 0;
    for (uint8_t b = 0; b < in->width[i]; b++, at++)
      v |= at < from->size ? (uint64_t) from->bytes[at] << 8 * b : 0;
    model_set (l->values, in->part[i], v);
  }
}

static void set_values (leads *l, const lead *from, const state *s) {
  model_clear (l->values);
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const given_input *in =
        given_find (from->n, from->input, s, i, s->symbolics.data[i].name);
    if (in)
      set_parts (l, s->symbolics.data + i, in);
  }
}

/* Forks. */

static void leads_go_on (leads *l, uint32_t which, size_t n,
                         const uint32_t *taken, pending *const *into,
                         const term *guard) {
  for (size_t i = 0; i < n; i++) {
    pending *p = into[i];
    if (!knowledge_holds (p->knowledge, guard[taken[i]], l->values))
      continue;
    if (p->leads.len || knowledge_adopt (p->knowledge, l->values))
      vec_push (l->mem, &p->leads, which);
    return;
  }
}

void leads_split (leads *l, const state *s, size_t n, const uint32_t *taken,
                  pending *const *into, const term *guard) {
  u32_vec all = into[0]->leads;
  assert (n && all.len); /* the first goes on in the path that forked */
  into[0]->leads = (u32_vec) {0};
  for (size_t i = 0; i < all.len; i++) {
    set_values (l, l->lead + all.data[i], s);
    leads_go_on (l, all.data[i], n, taken, into, guard);
  }
  vec_release (l->mem, &all);
}

/* The order. */

typedef struct led {
  searcher base;
  memory *mem;
  searcher *other;
  bool has_begun; /* the first path is the other's, as all are forks of it */
  VEC (pending *) all; /* a stack */
} led;

static void leads_add (searcher *s, pending *p) {
  led *l = (led *) s;
  if (p->leads.len && l->has_begun)
    vec_push (l->mem, &l->all, p);
  else
    l->other->add (l->other, p);
  l->has_begun = true;
}

static pending *next (searcher *s) {
  led *l = (led *) s;
  return l->all.len ? vec_pop (&l->all) : l->other->next (l->other);
}

static size_t leads_count (const searcher *s) {
  const led *l = (const led *) s;
  return l->all.len + l->other->count (l->other);
}

static pending *last (searcher *s) {
  led *l = (led *) s;
  pending *p = l->other->last (l->other);
  for (size_t i = 0; i < l->all.len && !p; i++)
    p = l->all.data[i]->state ? l->all.data[i] : NULL;
  return p;
}

static void forked (searcher *s, pending *from, size_t n, pending **into) {
  led *l = (led *) s;
  l->other->forked (l->other, from, n, into);
}

static void ended (searcher *s, pending *p) {
  led *l = (led *) s;
  l->other->ended (l->other, p);
}

static bool led_goes_on (searcher *s, const pending *p) {
  return searcher_goes_on (((led *) s)->other, p);
}

static void led_close (searcher *s) {
  led *l = (led *) s;
  l->other->close (l->other);
}

static void led_free (searcher *s) {
  led *l = (led *) s;
  l->other->free (l->other);
  vec_release (l->mem, &l->all);
  memory_free (l->mem, l, sizeof *l);
}

searcher *searcher_new_led (memory *mem, searcher *other) {
  led *l = memory_zalloc (mem, sizeof *l);
  l->mem = mem;
  l->other = other;
  l->base = (searcher) {.add = leads_add,
                        .next = next,
                        .goes_on = led_goes_on,
                        .count = leads_count,
                        .last = last,
                        .forked = forked,
                        .ended = ended,
                        .close = led_close,
                        .free = led_free,
                        .is_depth_first = other->is_depth_first};
  return &l->base;
}

bool searcher_has_led (const searcher *s) { return ((led *) s)->all.len > 0; }
