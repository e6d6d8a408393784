/* What was not explored, or not exactly: each once, with its place and how
 * often.
 */

#include "explore/explorer_priv.h"

#include "machine/ending_text.h"

static loss *find_loss (explorer *e, const cause *why, const char *name,
                        place at) {
  hash128 f = hash_bytes (name, strlen (name));
  uint64_t key =
      hash_mix (cause_hash (why) ^ f.lo, (uint64_t) at.file << 32 | at.line) |
      1;
  uint64_t *slot = map_at (&e->loss_at, key);
  if (!*slot) {
    loss l = {.cause = cause_copy (&e->loss_texts, why),
              .function = arena_string (&e->loss_texts, name, strlen (name)),
              .place = at};
    vec_push (e->mem, &e->losses, l);
    *slot = e->losses.len;
  }
  return e->losses.data + *slot - 1;
}

/* The innermost frame of the user's program, since nobody knows the libc's. */
static const frame *users_frame (const explorer *e, const state *s) {
  const frame *f = s->top;
  while (f && !program_function (e->program, f->code->function)->is_users)
    f = f->caller;
  return f ? f : s->top;
}

static void log_loss (explorer *e, const loss *l) {
  char_vec text = {0};
  if (e->context->log.level < LEVEL_DEBUG)
    return;
  cause_print (&l->cause, 1, e->mem, &text);
  log_debug (&e->context->log, "%s:%u: %s: %s",
             program_file (e->program, l->place.file), l->place.line,
             l->function, text_c (e->mem, &text));
  vec_release (e->mem, &text);
}

uint32_t explorer_lose (explorer *e, const state *s, cause why) {
  const char *name = "";
  place at = {0};
  const frame *f = users_frame (e, s);
  spot to = s->versus.changed; /* where versions are compared, what changed */
  if (f && s->versus.is_changed &&
      !program_function (e->program, f->code->function)->is_users) {
    name = program_function (e->program, to.function)->name;
    at = program_code (e->program, to.function)->place[to.insn];
  } else if (f) {
    name = program_function (e->program, f->code->function)->name;
    at = f == s->top ? state_place (e->machine, s)
                     : f->code->place[f->pc - 1]; /* behind its call */
  }
  loss *l = find_loss (e, &why, name, at);
  if (!l->count++)
    log_loss (e, l);
  return (uint32_t) (l - e->losses.data);
}

void explorer_lose_exactness (explorer *e, state *s, cause why) {
  pending_of (s)->leg.is_inexact = true;
  explorer_lose (e, s, why);
}

void explorer_count_loss (explorer *e, const cause *why, spot where) {
  const char *name = program_function (e->program, where.function)->name;
  const code *c = program_code (e->program, where.function);
  place at = c->place ? c->place[where.insn] : (place) {0};
  find_loss (e, why, name, at)->count++;
}

/* What a path is warned of every time it comes here. */
void explorer_warn (explorer *e, state *s, const cause *why) {
  const frame *f = users_frame (e, s);
  pending *p = pending_of (s);
  uint32_t i = explorer_lose (e, s, *why);
  if (!e->guide || !f)
    return;
  spot at = {f->code->function, f == s->top ? f->pc : f->pc - 1};
  vec_push (e->mem, &p->leg.warnings, ((warning) {i, at}));
}

void explorer_take_back (explorer *e, pending *p) {
  for (size_t i = 0; i < p->leg.warnings.len; i++)
    e->losses.data[p->leg.warnings.data[i].loss].count--;
  vec_clear (&p->leg.warnings);
}

void explorer_add_loss (explorer *e, const cause *why, const char *name,
                        place at, uint64_t count) {
  find_loss (e, why, name, at)->count += count;
}

static bool is_missing (end_reason r) {
  return class_weight_of (reason_class_of (r)) == WEIGHT_MISSING;
}

bool losses_are_none (const explorer *e) {
  for (size_t i = 0; i < e->losses.len; i++)
    if (e->losses.data[i].count && is_missing (e->losses.data[i].cause.reason))
      return false;
  return true;
}

size_t explorer_losses (const explorer *e, const loss **out) {
  *out = e->losses.data;
  return e->losses.len;
}

void losses_init (explorer *e) {
  map_init (&e->loss_at, e->mem);
  arena_init (&e->loss_texts, e->mem);
}

void losses_release (explorer *e) {
  arena_release (&e->loss_texts);
  vec_release (e->mem, &e->losses);
  map_release (&e->loss_at);
}
