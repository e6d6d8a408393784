/* Inputs that someone gave, as leads: paths that they take come first.
 *
 * A lead belongs to exactly one path that waits, or to none. All begin at the
 * first path; at a fork each goes to the alternative whose guard its values
 * satisfy. The values of the first lead of a path become its witness, so that
 * its questions are answered by evaluation.
 */

#include "explore/leads.h"

struct leads {
  memory *mem;
  const lead *lead;
  model *values;
};

leads *leads_new (memory *mem, const terms *ts, const lead *all) {
  leads *l = memory_zalloc (mem, sizeof *l);
  l->mem = mem;
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
