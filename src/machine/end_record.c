#include "machine/end_record.h"

#include "machine/identity.h"
#include "machine/machine.h"

const char *end_related_what (const end_record *e, uint32_t i) {
  assert (i < e->n_related);
  if (i)
    return "freed";
  return e->object.origin == ORIGIN_LOCAL ? "declared" : "allocated";
}

/* Copies. */

static const char *copy_text (arena *to, const char *text) {
  return text ? arena_string (to, text, strlen (text)) : NULL;
}

static source_place copy_place (arena *to, const source_place *p) {
  return (source_place) {copy_text (to, p->function), copy_text (to, p->file),
                         p->line};
}

end_record end_record_copy (arena *to, const end_record *e) {
  end_record copy = *e;
  copy.at = copy_place (to, &e->at);
  copy.cause = cause_copy (to, &e->cause);
  copy.suffix = copy_text (to, e->suffix);
  copy.object.name = copy_text (to, e->object.name);
  for (uint32_t i = 0; i < e->n_related; i++)
    copy.related[i] = copy_place (to, e->related + i);
  source_place *call = arena_alloc (to, e->n_calls * sizeof *call);
  for (uint32_t i = 0; i < e->n_calls; i++)
    call[i] = copy_place (to, e->call + i);
  copy.call = call;
  return copy;
}

/* From instructions to places. */

static source_place place_named (const program *p, const char *name, place at) {
  return (source_place) {name, at.file ? program_file (p, at.file) : "",
                         at.line};
}

static source_place place_of_spot (program *p, spot at) {
  const code *c = program_code (p, at.function);
  return place_named (p, program_function (p, at.function)->name,
                      c->place ? c->place[at.insn] : (place) {0});
}

/* Innermost first: what was inlined, then the function itself. */
void spot_calls (program *p, spot of, memory *mem, source_places *out) {
  const code *c = program_code (p, of.function);
  place at = c->place ? c->place[of.insn] : (place) {0};
  for (uint32_t i = c->scope ? c->scope[of.insn] : 0; i;) {
    const scope *s = program_scope (p, i);
    vec_push (mem, out, place_named (p, s->function, at));
    at = s->caller;
    i = s->parent;
  }
  vec_push (mem, out,
            place_named (p, program_function (p, of.function)->name, at));
}

/* A variable is told by where it is declared, not by its first instruction. */
static void relate (program *p, const end_spots *s, end_record *e) {
  e->n_related = (uint32_t) s->n_related;
  for (uint32_t i = 0; i < e->n_related; i++) {
    spot at = s->related[i];
    const local_variable *v =
        i ? NULL : program_local (p, at.function, at.insn);
    e->related[i] = place_of_spot (p, at);
    if (!v)
      continue;
    e->related[i] = place_named (p, e->related[i].function, v->declared);
    e->object.origin = v->is_temporary ? ORIGIN_MADE : ORIGIN_LOCAL;
    e->object.name = v->name;
  }
}

void end_record_move (machine *m, const end_spots *s, memory *mem,
                      source_places *calls, end_record *e) {
  program *p = machine_program (m);
  assert (s->n_related <= ENDING_RELATED);
  vec_clear (calls);
  if (s->at)
    e->at = place_of_spot (p, *s->at);
  relate (p, s, e);
  for (size_t i = 0; e->kind == END_FAULT && i < s->n_frames; i++)
    spot_calls (p, s->frame[i], mem, calls);
  e->n_calls = (uint32_t) calls->len;
  e->call = calls->data;
  if (e->kind == END_FAULT)
    e->identity = error_identity_of (m, s, e);
}

void end_record_of (machine *m, const state *s, memory *mem,
                    source_places *calls, end_record *out) {
  const ending *e = &s->end;
  *out = (end_record) {.kind = e->kind,
                       .fault = e->fault,
                       .limit = e->limit,
                       .status = e->status,
                       .at = {"", "", 0},
                       .cause = ending_cause (e)};
  if (e->kind == END_EXIT || e->kind == END_SILENT || !s->top)
    return;
  spot_vec frames = {0};
  spot at = {e->function, e->insn};
  end_spots all = {.at = &at};
  if (e->detail) {
    out->suffix = e->detail->suffix;
    out->object = e->detail->object;
    all.n_related = e->detail->n_related;
    all.related = e->detail->related;
  }
  if (e->kind == END_FAULT)
    state_spots (s, mem, &frames);
  all.frame = frames.data;
  all.n_frames = frames.len;
  end_record_move (m, &all, mem, calls, out);
  vec_release (mem, &frames);
}
