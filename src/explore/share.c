/* One run in several processes: each keeps a share of the paths that wait, and
 * one adds up what all have counted.
 */

#include "explore/explorer_priv.h"

void explorer_listen (explorer *e, const volatile int *is_wanted) {
  e->is_wanted = is_wanted;
}

size_t explorer_count_waiting (const explorer *e) {
  return e->searcher->count (e->searcher);
}

void explorer_keep_share (explorer *e, share_kind how, unsigned part,
                          unsigned parts, u32_vec *nodes) {
  VEC (pending *) all = {0}; /* as they would go on */
  VEC (pending *) kept = {0};
  for (pending *p; (p = e->searcher->next (e->searcher));)
    vec_push (e->mem, &all, p);
  for (size_t i = 0; i < all.len; i++) {
    pending *p = all.data[i];
    if (share_of (how, all.len - 1 - i, parts) == part) {
      vec_push (e->mem, &kept, p);
      vec_push (e->mem, nodes, p->trail.node);
    } else {
      e->searcher->ended (e->searcher, p);
      pending_free (e, p);
    }
  }
  bool is_stack = e->searcher->is_depth_first;
  for (size_t i = 0; i < kept.len; i++)
    e->searcher->add (e->searcher, kept.data[is_stack ? kept.len - 1 - i : i]);
  vec_release (e->mem, &all);
  vec_release (e->mem, &kept);
}

void explored_add (explored *to, const explored *x) {
  to->complete += x->complete;
  to->error += x->error;
  to->cut += x->cut;
  to->silent += x->silent;
  to->carried += x->carried;
  to->boundary += x->boundary;
  to->left_out += x->left_out;
  to->forks += x->forks;
  to->instructions += x->instructions;
  to->set_aside += x->set_aside;
  to->executed_again += x->executed_again;
  to->live += x->live;
  to->peak += x->peak;
}

void explorer_absorb (explorer *e, const explored *x) {
  explored_add (&e->counts, x);
}
