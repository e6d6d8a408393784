#include "suite/end_pack.h"

/* Texts that may be missing: a number, 1 or 0, before them. */

static void pack_option (memory *mem, char_vec *out, const char *text) {
  pack_number (mem, out, text != NULL);
  if (text)
    pack_text (mem, out, text);
}

static const char *unpack_option (unpacker *u) {
  return unpack_number (u) ? unpack_text (u) : NULL;
}

/* What is too large makes the reader bad, and is 0. */
static uint32_t unpack_up_to (unpacker *u, uint32_t most) {
  uint64_t n = unpack_number (u);
  u->is_bad |= n > most;
  return n > most ? 0 : (uint32_t) n;
}

/* Causes. */

void cause_pack (memory *mem, char_vec *out, const cause *c) {
  assert (c->reason < WHY_COUNT); /* or it could not be read back */
  pack_number (mem, out, c->reason);
  for (int i = 0; i < CAUSE_PARTS; i++) {
    pack_number (mem, out, c->form[i]);
    pack_option (mem, out, c->text[i]);
    pack_number (mem, out, c->value[i]);
  }
}

cause cause_unpack (unpacker *u) {
  cause c = {.reason = (end_reason) unpack_up_to (u, WHY_COUNT - 1)};
  for (int i = 0; i < CAUSE_PARTS; i++) {
    c.form[i] = (uint8_t) unpack_up_to (u, VALUE_ADDRESS);
    c.text[i] = unpack_option (u);
    c.value[i] = unpack_number (u);
  }
  return c;
}

/* Places and objects. */

static void pack_place (memory *mem, char_vec *out, const source_place *p) {
  pack_text (mem, out, p->function);
  pack_text (mem, out, p->file);
  pack_number (mem, out, p->line);
}

static source_place unpack_place (unpacker *u) {
  source_place p = {.function = unpack_text (u)};
  p.file = unpack_text (u);
  p.line = (uint32_t) unpack_number (u);
  return p;
}

enum {
  IS_MOST = 1,
  HAS_SYMBOLIC_SIZE = 2,
  IS_GUESSED = 4,
  IS_WRITE = 8,
  OBJECT_FLAGS = 15
};

static void pack_object (memory *mem, char_vec *out, const end_object *o) {
  assert (o->origin < ORIGIN_COUNT);
  pack_number (mem, out, o->origin);
  pack_number (mem, out,
               (uint64_t) ((o->is_most ? IS_MOST : 0) |
                           (o->has_symbolic_size ? HAS_SYMBOLIC_SIZE : 0) |
                           (o->is_guessed ? IS_GUESSED : 0) |
                           (o->is_write ? IS_WRITE : 0)));
  pack_option (mem, out, o->name);
  pack_number (mem, out, o->size);
  pack_number (mem, out, o->access);
  pack_number (mem, out, (uint64_t) o->offset);
}

static end_object unpack_object (unpacker *u) {
  end_object o = {.origin = (uint8_t) unpack_up_to (u, ORIGIN_COUNT - 1)};
  uint32_t flags = unpack_up_to (u, OBJECT_FLAGS);
  o.is_most = flags & IS_MOST;
  o.has_symbolic_size = flags & HAS_SYMBOLIC_SIZE;
  o.is_guessed = flags & IS_GUESSED;
  o.is_write = flags & IS_WRITE;
  o.name = unpack_option (u);
  o.size = unpack_number (u);
  o.access = unpack_number (u);
  o.offset = (int64_t) unpack_number (u);
  return o;
}

/* Ends. An exit is its status, which most tests have. */

static void pack_rest (memory *mem, char_vec *out, const end_record *e) {
  assert (e->fault < FAULT_COUNT && e->limit < LIMIT_COUNT);
  assert (e->n_related <= ENDING_RELATED);
  assert ((e->kind == END_FAULT) == (e->fault != FAULT_NONE));
  pack_number (mem, out, e->fault);
  pack_number (mem, out, e->limit);
  pack_place (mem, out, &e->at);
  cause_pack (mem, out, &e->cause);
  pack_option (mem, out, e->suffix);
  pack_object (mem, out, &e->object);
  pack_number (mem, out, e->n_related);
  for (uint32_t i = 0; i < e->n_related; i++)
    pack_place (mem, out, e->related + i);
  pack_number (mem, out, e->n_calls);
  for (uint32_t i = 0; i < e->n_calls; i++)
    pack_place (mem, out, e->call + i);
  pack_number (mem, out, e->identity.place);
  pack_number (mem, out, e->identity.error);
}

void end_pack (memory *mem, char_vec *out, const end_record *e) {
  assert (e->kind <= END_SILENT);
  pack_number (mem, out, e->kind);
  pack_number (mem, out, (uint32_t) e->status);
  if (e->kind != END_EXIT)
    pack_rest (mem, out, e);
}

static void unpack_calls (memory *mem, unpacker *u, source_places *calls,
                          end_record *e) {
  uint64_t n = unpack_number (u);
  vec_clear (calls);
  for (uint64_t i = 0; i < n && !u->is_bad; i++)
    vec_push (mem, calls, unpack_place (u));
  e->n_calls = (uint32_t) calls->len;
  e->call = calls->data;
}

static void unpack_rest (memory *mem, unpacker *u, source_places *calls,
                         end_record *e) {
  e->fault = (fault_kind) unpack_up_to (u, FAULT_COUNT - 1);
  e->limit = (limit_kind) unpack_up_to (u, LIMIT_COUNT - 1);
  e->at = unpack_place (u);
  e->cause = cause_unpack (u);
  e->suffix = unpack_option (u);
  e->object = unpack_object (u);
  e->n_related = unpack_up_to (u, ENDING_RELATED);
  for (uint32_t i = 0; i < e->n_related; i++)
    e->related[i] = unpack_place (u);
  unpack_calls (mem, u, calls, e);
  e->identity.place = unpack_number (u);
  e->identity.error = unpack_number (u);
}

void end_unpack (memory *mem, unpacker *u, source_places *calls,
                 end_record *e) {
  *e = (end_record) {.at = {"", "", 0}};
  e->kind = (end_kind) unpack_up_to (u, END_SILENT);
  e->status = (int) (uint32_t) unpack_number (u);
  if (e->kind != END_EXIT)
    unpack_rest (mem, u, calls, e);
}
