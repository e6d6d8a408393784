#include "klee/testfiles.h"

#include "base/clock.h"
#include "klee/kquery.h"
#include "suite/export_xml.h"
#include "suite/ktest.h"
#include "term/smt_write.h"

#include <string.h>

/* Texts. */

void klee_error_text (memory *mem, const testcase *t, char_vec *out) {
  bool is_own = t->fault == FAULT_REPORTED || t->fault == FAULT_BAD_INTRINSIC;
  if (is_own && t->text[0]) {
    text_puts (mem, out, t->text);
    return;
  }
  text_puts (mem, out, fault_text (t->fault));
  if (t->fault == FAULT_ASSERTION && t->text[0])
    text_printf (mem, out, ": %s", t->text);
}

/* "#0 f (a.c:3)" becomes "\t#000000000 in f() at a.c:3". */
static void put_frame (memory *mem, const char *line, size_t n, char_vec *out) {
  char name[256] = "", at[1024] = "";
  unsigned number = 0;
  char copy[1400];
  snprintf (copy, sizeof copy, "%.*s", (int) n, line);
  sscanf (copy, "#%u %255s (%1023[^)])", &number, name, at);
  if (!strcmp (name, "__reprise_start"))
    return;
  text_printf (mem, out, "\t#%u%08u in %s()", number, 0u, name);
  if (at[0])
    text_printf (mem, out, " at %s", at);
  text_puts (mem, out, "\n");
}

static void put_stack (memory *mem, const char *stack, char_vec *out) {
  for (const char *end; (end = strchr (stack, '\n')); stack = end + 1)
    put_frame (mem, stack, (size_t) (end - stack), out);
}

static void put_error (memory *mem, const testcase *t, uint64_t id,
                       char_vec *out) {
  text_puts (mem, out, "Error: ");
  klee_error_text (mem, t, out);
  text_puts (mem, out, "\n");
  if (t->line)
    text_printf (mem, out, "File: %s\nLine: %u\nState: %llu\n", t->file,
                 t->line, (unsigned long long) id);
  text_puts (mem, out, "Stack: \n");
  put_stack (mem, t->stack, out);
  if (t->text[0])
    text_printf (mem, out, "Info: \n\t%s\n", t->text);
}

/* Files. */

static void write_file (testfiles *f, uint32_t number, const char *suffix,
                        char_vec *text) {
  char name[64];
  snprintf (name, sizeof name, "test%06u.%s", number, suffix);
  FILE *out = outdir_open (f->dir, name, &f->trouble);
  bool is_good = out && fwrite (text->data, 1, text->len, out) == text->len;
  if ((out && fclose (out)) || !is_good)
    trouble_set (&f->trouble, ST_NOWRITE, "cannot write %s", name);
  vec_clear (text);
}

static void write_ktest (testfiles *f, const testcase *t, char_vec *text) {
  VEC (const char *) args = {0};
  vec_push (f->mem, &args, f->flags->file);
  for (int i = 0; i < f->flags->argc; i++)
    vec_push (f->mem, &args, f->flags->argv[i]);
  ktest_write (f->mem, t, (uint32_t) args.len, args.data, text);
  write_file (f, f->n, "ktest", text);
  vec_release (f->mem, &args);
}

static bool write_kquery (testfiles *f, const state *s, const term_vec *all,
                          char_vec *text) {
  if (!kquery_write (f->mem, text, f->terms, s->symbolics.len,
                     s->symbolics.data, all->len, all->data))
    return false;
  write_file (f, f->n, "kquery", text);
  return true;
}

static void write_smt (testfiles *f, const char *suffix, const term_vec *all,
                       char_vec *text) {
  smt_write_script (f->mem, text, f->terms, all->len, all->data);
  write_file (f, f->n, suffix, text);
}

/* As KLEE with Z3: what is in a .cvc is SMT-LIB. What KQuery cannot say is
 * written as SMT-LIB, too.
 */
static void write_constraints (testfiles *f, const testcase *t, const state *s,
                               const pending *p, char_vec *text) {
  const klee_flags *o = f->flags;
  bool wants_kquery = o->write_kqueries || t->end != END_EXIT;
  term_vec all = {0};
  if (wants_kquery || o->write_smt2s || o->write_cvcs)
    knowledge_all (p->knowledge, &all);
  bool is_beyond = wants_kquery && !write_kquery (f, s, &all, text);
  if (is_beyond && !f->has_warned)
    klee_warning (f->dir, "KQuery has no words for some constraints (floating "
                          "point, large tables): see .smt2");
  f->has_warned |= is_beyond;
  if (o->write_smt2s || is_beyond)
    write_smt (f, "smt2", &all, text);
  if (o->write_cvcs)
    write_smt (f, "cvc", &all, text);
  vec_release (f->mem, &all);
}

/* Coverage: blocks that no test before has executed. */

static bool is_new (testfiles *f, uint32_t i) {
  uint32_t n;
  const uint8_t *covered = machine_covered (f->machine, &n);
  if (i >= n || !(covered[i / 8] >> i % 8 & 1))
    return false;
  while (f->known.len <= i / 8)
    vec_push (f->mem, &f->known, 0);
  return !(f->known.data[i / 8] >> i % 8 & 1);
}

static void list_lines (testfiles *f, const code *c, const block *b,
                        char_vec *out) {
  uint32_t last = 0;
  for (uint32_t i = b->first; i < b->first + b->n; i++) {
    place at = c->place[i];
    if (at.line && at.line != last)
      text_printf (f->mem, out, "%s:%u\n", program_file (f->program, at.file),
                   at.line);
    last = at.line;
  }
}

/* True: there was something new. */
static bool list_new (testfiles *f, char_vec *out) {
  bool is_any = false;
  for (uint32_t i = 0; i < program_count_functions (f->program); i++) {
    const function *fn = program_function (f->program, i);
    if (!fn->is_users || !fn->has_body)
      continue;
    const code *c = program_code (f->program, i);
    for (uint32_t k = 0; k < c->n_blocks; k++) {
      const block *b = c->block + k;
      if (!is_new (f, b->index))
        continue;
      f->known.data[b->index / 8] |= (uint8_t) (1u << b->index % 8);
      list_lines (f, c, b, out);
      is_any = true;
    }
  }
  return is_any;
}

static void write_info (testfiles *f, char_vec *text) {
  text_printf (f->mem, text, "Time to generate test case: %.3fs\n",
               clock_seconds (clock_now () - f->started));
  write_file (f, f->n, "info", text);
}

static void write_error (testfiles *f, const testcase *t, const state *s,
                         char_vec *text) {
  char name[64];
  snprintf (name, sizeof name, "%s.err", fault_suffix (t->fault));
  put_error (f->mem, t, s ? s->id : 0, text);
  write_file (f, f->n, name, text);
}

static void write_all (testfiles *f, const testcase *t, const state *s,
                       const pending *p, char_vec *covered) {
  const klee_flags *o = f->flags;
  char_vec text = {0};
  if (o->write_ktests)
    write_ktest (f, t, &text);
  if (o->write_xml_tests) {
    xml_write_test (f->mem, t, &text);
    write_file (f, f->n, "xml", &text);
  }
  if (s && p)
    write_constraints (f, t, s, p, &text);
  if (o->write_cov)
    write_file (f, f->n, "cov", covered);
  if (o->write_test_info)
    write_info (f, &text);
  if (t->end == END_FAULT)
    write_error (f, t, s, &text);
  if (t->end == END_CUT) {
    text_printf (f->mem, &text, "%s\n", t->text);
    write_file (f, f->n, "early", &text);
  }
  vec_release (f->mem, &text);
}

void testfiles_add (testfiles *f, const testcase *t, const state *s,
                    const pending *p) {
  const klee_flags *o = f->flags;
  char_vec covered = {0};
  bool wants_lines = o->write_cov || o->only_output_states_covering_new;
  bool covers_new = !wants_lines || list_new (f, &covered);
  bool is_known = t->is_repeated && !o->emit_all_errors;
  bool is_dull =
      o->only_output_states_covering_new && !covers_new && t->end != END_FAULT;
  if (!o->write_no_tests && !is_known && !is_dull) {
    f->n++;
    write_all (f, t, s, p, &covered);
  }
  vec_release (f->mem, &covered);
}

void testfiles_release (testfiles *f) { vec_release (f->mem, &f->known); }
