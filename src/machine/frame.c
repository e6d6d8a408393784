/* Frames: made, shared, copied.
 *
 * A frame that is free keeps its vector of objects, and waits in a list of
 * those with about as many slots: a call and a return allocate nothing.
 * Slots of a new frame that hold no constant or argument have what an earlier
 * frame left there, or zeros: always good words.
 *
 * Only the innermost frame of a state changes, so only that is copied by a
 * fork; those outside it are shared, and counted:
 *
 *     state A   top ── g [1] ──┐
 *                              ├── f [2] ── main [1]
 *     state B   top ── g'[1] ──┘
 *
 * Who returns into a frame with other users copies it first (frame_leave), so
 * what holds between two instructions is: the innermost frame has one user. A
 * frame that is copied is one more user of its caller; one that is entered
 * takes the place of its caller as what the state points to.
 */

#include "machine/machine_priv.h"

/* A return address, the caller's base, what is spilled and the variables that
 * are registers here: about what clang -O0 uses beside variables in memory.
 */
static uint64_t bytes_of (const code *c) {
  return 48 + 8 * (uint64_t) c->n_params;
}

static uint32_t class_of (uint32_t n_slots) {
  return (n_slots + FRAME_STEP - 1) / FRAME_STEP;
}

static size_t frame_size_of (uint32_t n_slots) {
  return sizeof (frame) +
         (size_t) class_of (n_slots) * FRAME_STEP * sizeof (word);
}

static frame *frame_take (machine *m, const code *c) {
  uint32_t class = class_of (c->n_slots);
  frame *f = class < FRAME_CLASSES ? m->free_frames[class] : NULL;
  assert (c->n_constants + c->n_params <= c->n_slots);
  if (f)
    m->free_frames[class] = f->caller;
  else
    f = memory_zalloc (m->mem, frame_size_of (c->n_slots));
  f->refs = 1;
  f->code = c;
  return f;
}

static void discard (machine *m, frame *f) {
  uint32_t *visits = f->visits;
  memory_free (m->mem, visits, f->code->n_blocks * sizeof *visits);
  f->visits = NULL;
  uint32_t class = class_of (f->code->n_slots);
  if (class < FRAME_CLASSES) {
    f->caller = m->free_frames[class];
    m->free_frames[class] = f;
    return;
  }
  vec_release (m->mem, &f->allocated);
  memory_free (m->mem, f, frame_size_of (f->code->n_slots));
}

static uint32_t *new_visits (machine *m, const code *c) {
  if (!m->context->options.max_loop)
    return NULL;
  return memory_zalloc (m->mem, c->n_blocks * sizeof (uint32_t));
}

frame *frame_new (machine *m, const prepared *p) {
  assert (p->code); /* it was made ready */
  frame *f = frame_take (m, p->code);
  f->pc = f->dst = 0;
  f->n_results = UINT32_MAX;
  f->caller = NULL;
  f->varargs = 0;
  f->allocated.len = 0;
  f->visits = new_visits (m, p->code);
  if (p->code->n_constants)
    memcpy (f->slot, p->constant, p->code->n_constants * sizeof (word));
  return f;
}

frame *frame_copy (machine *m, const frame *old) {
  assert (old->refs && !old->visits == !m->context->options.max_loop);
  frame *f = frame_take (m, old->code);
  f->pc = old->pc;
  f->dst = old->dst;
  f->n_results = old->n_results;
  f->caller = old->caller;
  f->varargs = old->varargs;
  f->bytes = old->bytes;
  f->visits = new_visits (m, old->code);
  if (f->visits)
    memcpy (f->visits, old->visits, f->code->n_blocks * sizeof *f->visits);
  f->allocated.len = 0;
  vec_reserve (m->mem, &f->allocated, old->allocated.len);
  f->allocated.len = old->allocated.len;
  if (old->allocated.len)
    memcpy (f->allocated.data, old->allocated.data,
            old->allocated.len * sizeof *f->allocated.data);
  memcpy (f->slot, old->slot, old->code->n_slots * sizeof (word));
  if (f->caller) {
    assert (f->caller->refs); /* the old frame's */
    f->caller->refs++;
  }
  return f;
}

void frame_unref (machine *m, frame *f) {
  assert (!f || f->refs);
  while (f && !--f->refs) {
    frame *caller = f->caller;
    discard (m, f);
    f = caller;
  }
}

void frame_enter (state *s, frame *f, uint32_t dst) {
  assert (f->refs == 1 && !f->caller && !f->pc);
  assert (!s->depth == !s->top);
  f->caller = s->top;
  f->dst = dst;
  f->bytes = bytes_of (f->code);
  s->top = f;
  s->stack += f->bytes;
  s->deepest = s->stack > s->deepest ? s->stack : s->deepest;
  s->depth++;
}

void frame_release_objects (machine *m, state *s, size_t keep) {
  frame *f = s->top;
  while (f->allocated.len > keep) {
    uint32_t slot = vec_pop (&f->allocated);
    line_forget (m, slot);
    space_release (s->space, slot, 0);
  }
}

void frame_restore (machine *m, state *s, size_t keep) {
  frame *f = s->top;
  for (size_t i = keep; i < f->allocated.len; i++) {
    const object *o = space_find (s->space, f->allocated.data[i]);
    uint64_t share = o->size_term.id ? 0 : stack_share (o->size);
    assert (f->bytes >= share && s->stack >= share);
    f->bytes -= share;
    s->stack -= share;
  }
  frame_release_objects (m, s, keep);
}

void frame_leave (machine *m, state *s) {
  assert (s->depth && s->top->refs == 1);
  assert (s->stack >= s->top->bytes);
  s->stack -= s->top->bytes;
  frame_release_objects (m, s, 0);
  frame *f = s->top, *caller = f->caller;
  discard (m, f);
  if (caller && caller->refs > 1) {
    frame *own = frame_copy (m, caller);
    caller->refs--;
    caller = own;
  }
  s->top = caller;
  s->depth--;
  assert (!s->depth == !s->top && (!s->top || s->top->refs == 1));
}

void frames_free (machine *m) {
  for (uint32_t class = 0; class < FRAME_CLASSES; class ++)
    for (frame *f = m->free_frames[class], *next; f; f = next) {
      next = f->caller;
      vec_release (m->mem, &f->allocated);
      memory_free (m->mem, f,
                   sizeof *f + (size_t) class * FRAME_STEP * sizeof (word));
    }
}
