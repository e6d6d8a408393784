/* Memory that may have been changed by a function that nobody defines
 * (program/undefined.h, --undefined=havoc).
 *
 * What a pointer reaches gets any content: from where it points to the end of
 * the object, and so on through the pointers that are found there. Words that
 * hold an address stay as they are: with any value they would point to what
 * such a function cannot know. So an object is several inputs, one for each
 * run of bytes between pointers, with a name that says the way to it:
 *
 *     f.1+0       argument 1 of f, from the first byte on
 *     f.1+8>+0    what the pointer at its byte 8 points to
 *
 * A native replay goes the same way (runtime/replay/replay.c). Constants,
 * functions and variables of the runtime stay as they are.
 */

#include "machine/builtin.h"

#include <inttypes.h>

#define MAX_BYTES 4096u /* of one object: above, the path ends */
#define MAX_SEEN 32u    /* objects of one call */
#define HAVOC_DEPTH 3u

typedef struct havoc {
  called_builtin *c;
  uint32_t n_seen, seen[MAX_SEEN];
} havoc;

static bool havoc_is_seen (havoc *h, uint32_t slot) {
  for (uint32_t i = 0; i < h->n_seen; i++)
    if (h->seen[i] == slot)
      return true;
  if (h->n_seen == MAX_SEEN)
    return true;
  h->seen[h->n_seen++] = slot;
  return false;
}

static bool is_runtimes (const machine *m, const object *o) {
  return o->kind == OBJECT_GLOBAL && o->function == UINT32_MAX &&
         !program_global (m->program, o->insn)->is_users;
}

/* NULL: not an object that the function may change. */
static const object *havoc_find (havoc *h, uint64_t address) {
  uint32_t slot = address_slot (address);
  const object *o =
      slot && slot < ADDRESS_SLOTS ? space_find (h->c->s->space, slot) : NULL;
  if (!o || o->is_constant || o->size_term.id ||
      address - o->address >= o->size || is_runtimes (h->c->m, o))
    return NULL;
  machine_touch (h->c->m, o);
  return o;
}

/* The address in the word at this offset, 0: none. */
static uint64_t havoc_pointer (havoc *h, const object *o, uint64_t at) {
  uint64_t v = 0;
  if (at % 8 || at + 8 > o->size || !object_is_concrete (o, at, 8))
    return 0;
  object_get (o, at, 8, &v);
  uint32_t slot = address_slot (v);
  bool is_known = slot && slot < ADDRESS_SLOTS &&
                  (space_find (h->c->s->space, slot) ||
                   machine_function_at (h->c->m, v) < h->c->m->n_functions);
  return is_known ? v : 0;
}

/* Any content for the bytes from 'at' to 'end'. */
static void havoc_run (havoc *h, object *o, const char *name, uint64_t start,
                       uint64_t at, uint64_t end) {
  machine *m = h->c->m;
  char_vec text = {0};
  text_printf (m->mem, &text, "%s+%" PRIu64, name, at - start);
  bool is_whole = !at && end == o->size;
  const symbolic *y =
      symbolic_new (m, h->c->s, text_c (m->mem, &text), end - at,
                    is_whole ? o->layout : NULL, SYMBOLIC_OBJECT);
  bool is_made = y && symbolic_write (m, h->c->s, o, at, y);
  assert (is_made); /* so few parts are made at once */
  (void) is_made;
  vec_release (m->mem, &text);
}

static step havoc_object (havoc *, uint64_t address, const char *name,
                          unsigned depth);

static step havoc_behind (havoc *h, const object *o, uint64_t start,
                          const char *name, unsigned depth) {
  machine *m = h->c->m;
  uint32_t slot = address_slot (o->address);
  step st = STEP_NEXT;
  for (uint64_t at = start; st == STEP_NEXT && at < o->size; at++) {
    uint64_t to = depth ? havoc_pointer (h, o, at) : 0;
    if (!to)
      continue;
    char_vec text = {0};
    text_printf (m->mem, &text, "%s+%" PRIu64 ">", name, at - start);
    st = havoc_object (h, to, text_c (m->mem, &text), depth - 1);
    vec_release (m->mem, &text);
    o = space_find (h->c->s->space, slot);
  }
  return st;
}

static step havoc_object (havoc *h, uint64_t address, const char *name,
                          unsigned depth) {
  const object *found = havoc_find (h, address);
  if (!found || havoc_is_seen (h, address_slot (address)))
    return STEP_NEXT;
  access a;
  uint64_t start = address - found->address, end = found->size;
  if (end - start > MAX_BYTES)
    return machine_unsupported (
        h->c->m, h->c->s,
        (cause) {.reason = WHY_BLOCK_TOO_LARGE,
                 .form = {VALUE_UNSIGNED},
                 .text = {"object changed by an undefined function", "content"},
                 .value = {MAX_BYTES}});
  step st =
      access_resolve (h->c->m, h->c->s, word_of (address), 0, ACCESS_WRITE, &a);
  if (st != STEP_NEXT)
    return st;
  for (uint64_t at = start, from = start; at <= end;) {
    bool is_end = at == end || havoc_pointer (h, a.object, at);
    if (is_end && at > from)
      havoc_run (h, a.object, name, start, from, at);
    at += is_end ? 8 : 1;
    if (is_end)
      from = at;
  }
  return havoc_behind (h, a.object, start, name, depth);
}

static bool was_written (const object *o, uint64_t at) {
  stretch r = object_stretch (o, at, 1);
  return !r.overlay || !term_eq (r.overlay->term, SYMBYTE_UNSET);
}

/* With --undefined=fresh: bytes that were never written are for the function to
 * write, as results are. What has a value keeps it.
 */
static step havoc_unset (havoc *h, uint64_t address, const char *name) {
  const object *found = havoc_find (h, address);
  if (!found)
    return STEP_NEXT;
  access a;
  uint64_t start = address - found->address, end = found->size;
  step st =
      access_resolve (h->c->m, h->c->s, word_of (address), 0, ACCESS_WRITE, &a);
  if (st != STEP_NEXT)
    return st;
  if (end - start > MAX_BYTES)
    end = start + MAX_BYTES;
  for (uint64_t at = start, from = start; at <= end; at++) {
    if (at < end && !was_written (a.object, at))
      continue;
    if (at > from)
      havoc_run (h, a.object, name, start, from, at);
    from = at + 1;
  }
  return STEP_NEXT;
}

step builtin_havoc (called_builtin *c) {
  havoc h = {.c = c};
  bool is_all = c->m->context->options.undefined == UNDEFINED_HAVOC;
  word to = call_arg (c, 0);
  if (!word_is_concrete (to))
    return STEP_NEXT;
  const char *name = call_text (c, 1);
  if (!name)
    return STEP_STOP;
  return is_all ? havoc_object (&h, to.bits, name, HAVOC_DEPTH)
                : havoc_unset (&h, to.bits, name);
}
