#include "klee/testfiles.h"

#include "base/clock.h"
#include "export/export_xml.h"
#include "export/ktest.h"
#include "klee/endings.h"
#include "klee/kquery.h"
#include "machine/ending_text.h"
#include "term/smt_write.h"

/* Texts. */

/* "a=1, b=symbolic" */
static void put_arguments (const testfiles *f, const frame *at, char_vec *out) {
  const code *c = at->code;
  for (uint32_t i = 0; i < c->n_params; i++) {
    word v = at->slot[c->n_constants + i];
    const char *name = program_parameter (f->program, c->function, i);
    text_printf (f->mem, out, "%s%s%s", i ? ", " : "", name, *name ? "=" : "");
    if (word_is_concrete (v))
      text_printf (f->mem, out, "%llu", (unsigned long long) v.bits);
    else
      text_puts (f->mem, out, "symbolic");
  }
}

/* "\t#000000034 in f(a=1) at a.c:3": the second number is that of a line of
 * assembly.ll. The frame, or NULL, is that of the last one.
 */
static void put_calls (const testfiles *f, size_t n, const source_place *call,
                       uint32_t *number, uint32_t in_text, const frame *at,
                       char_vec *out) {
  memory *mem = f->mem;
  for (size_t i = 0; i < n; i++, ++*number) {
    if (!strcmp (call[i].function, "__reprise_start"))
      continue;
    text_printf (mem, out, "\t#%u%08u in %s(", *number, in_text,
                 call[i].function);
    if (at && i + 1 == n)
      put_arguments (f, at, out);
    text_puts (mem, out, ")");
    if (call[i].line)
      text_printf (mem, out, " at %s:%u", call[i].file, call[i].line);
    text_puts (mem, out, "\n");
  }
}

/* What was inlined is a frame with the line of the one around it. */
static void put_stack (const testfiles *f, const testcase *t, const state *s,
                       char_vec *out) {
  uint32_t number = 0;
  assert (f->program && f->assembly); /* set by the owner, for each run */
  spot_vec spots = {0};
  source_places calls = {0};
  if (!s)
    put_calls (f, t->end.n_calls, t->end.call, &number, 0, NULL, out);
  else
    state_spots (s, f->mem, &spots);
  const frame *of = s ? s->top : NULL;
  for (size_t i = 0; i < spots.len; i++, of = of->caller) {
    spot at = spots.data[i];
    vec_clear (&calls);
    spot_calls (f->program, at, f->mem, &calls);
    put_calls (f, calls.len, calls.data, &number,
               assembly_line (f->assembly, at.function, at.insn), of, out);
  }
  vec_release (f->mem, &calls, &spots);
}

/* What happened is in the first line already. */
static bool is_told (const testcase *t) {
  fault_kind f = t->end.fault;
  return t->end.kind == END_CUT || f == FAULT_ASSERTION || f == FAULT_ABORT ||
         f == FAULT_BAD_ASSUMPTION || f == FAULT_REPORTED;
}

static void put_info (memory *mem, const end_record *e, char_vec *out) {
  char_vec text = {0};
  end_print (e, mem, &text);
  if (text.len)
    text_printf (mem, out, "Info: \n\t%s\n", text_c (mem, &text));
  vec_release (mem, &text);
}

static void put_error (testfiles *f, const testcase *t, const state *s,
                       const pending *p, char_vec *out) {
  memory *mem = f->mem;
  text_puts (mem, out, "Error: ");
  ending_write (mem, t, out);
  text_puts (mem, out, "\n");
  if (t->end.at.line) {
    text_printf (mem, out, "File: %s\nLine: %u\n", t->end.at.file,
                 t->end.at.line);
    if (s)
      text_printf (mem, out, "assembly.ll line: %u\n",
                   assembly_line (f->assembly, s->end.function, s->end.insn));
    text_printf (mem, out, "State: %llu\n",
                 (unsigned long long) (p ? p->id : 0));
  }
  text_puts (mem, out, "Stack: \n");
  put_stack (f, t, s, out);
  if (!is_told (t))
    put_info (mem, &t->end, out);
  vec_clear (&f->error);
  text_add (mem, &f->error, out->data, out->len);
}

/* Files. */

static void testfiles_write_file (testfiles *f, uint32_t number,
                                  const char *suffix, char_vec *text) {
  char_vec path = {0};
  text_printf (f->mem, &path, "test%06u.%s", number, suffix);
  const char *name = text_c (f->mem, &path);
  FILE *out = outdir_open (f->dir, name, &f->trouble);
  bool is_good = out && fwrite (text->data, 1, text->len, out) == text->len;
  if ((out && fclose (out)) || !is_good)
    trouble_set (&f->trouble, ST_NOWRITE, "cannot write %s", name);
  vec_release (f->mem, &path);
  vec_clear (text);
}

static void write_ktest (testfiles *f, const testcase *t, char_vec *text) {
  VEC (const char *) args = {0};
  vec_push (f->mem, &args, f->flags->file);
  for (int i = 0; i < f->flags->argc; i++)
    vec_push (f->mem, &args, f->flags->argv[i]);
  ktest_write (f->mem, t, (uint32_t) args.len, args.data, text);
  testfiles_write_file (f, f->n, "ktest", text);
  vec_release (f->mem, &args);
}

static bool write_kquery (testfiles *f, const state *s, const term_vec *all,
                          char_vec *text) {
  if (!kquery_write (f->mem, text, f->terms, s->symbolics.len,
                     s->symbolics.data, all->len, all->data))
    return false;
  testfiles_write_file (f, f->n, "kquery", text);
  return true;
}

static void write_smt (testfiles *f, const char *suffix, const term_vec *all,
                       char_vec *text) {
  smt_write_script (f->mem, text, f->terms, all->len, all->data);
  testfiles_write_file (f, f->n, suffix, text);
}

/* As KLEE with Z3: what is in a .cvc is SMT-LIB. What KQuery cannot say is
 * written as SMT-LIB, too.
 */
static void write_constraints (testfiles *f, const testcase *t, const state *s,
                               const pending *p, char_vec *text) {
  const klee_flags *o = f->flags;
  bool wants_kquery = o->write_kqueries || t->end.kind != END_EXIT;
  term_vec all = {0};
  assert (p->knowledge && f->terms);
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

/* Coverage: what the path was the first to execute. */

static void list_lines (testfiles *f, const code *c, const block *b,
                        u64_vec *lines) {
  for (uint32_t i = b->first; i < b->first + b->n; i++) {
    place at = c->place[i];
    if (at.line)
      vec_push (f->mem, lines, (uint64_t) at.file << 32 | at.line);
  }
}

/* True: there was something new. */
static bool list_new (testfiles *f, const pending *p, u64_vec *lines) {
  bool is_any = false;
  for (size_t i = 0; p && i < p->news.len; i++) {
    uint32_t of;
    const block *b = program_block (f->program, p->news.data[i], &of);
    if (!b || !program_function (f->program, of)->is_users)
      continue;
    list_lines (f, program_code (f->program, of), b, lines);
    is_any = true;
  }
  return is_any;
}

static int by_number (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

static void write_lines (testfiles *f, const u64_vec *lines, char_vec *text) {
  uint64_t last = 0;
  if (lines->len)
    qsort (lines->data, lines->len, sizeof *lines->data, by_number);
  for (size_t i = 0; i < lines->len; i++) {
    uint64_t at = lines->data[i];
    if (at != last)
      text_printf (f->mem, text, "%s:%u\n",
                   program_file (f->program, (uint32_t) (at >> 32)),
                   (uint32_t) at);
    last = at;
  }
  testfiles_write_file (f, f->n, "cov", text);
}

static void write_info (testfiles *f, char_vec *text) {
  text_printf (f->mem, text, "Time to generate test case: %.3fs\n",
               clock_seconds (clock_now () - f->started));
  testfiles_write_file (f, f->n, "info", text);
}

static void write_error (testfiles *f, const testcase *t, const state *s,
                         const pending *p, char_vec *text) {
  char_vec name = {0};
  ending_suffix (f->mem, t, &name);
  text_puts (f->mem, &name, ".err");
  put_error (f, t, s, p, text);
  testfiles_write_file (f, f->n, text_c (f->mem, &name), text);
  vec_release (f->mem, &name);
}

/* Branches on what is known already are in neither: they are not ours but
 * those of a C library, too.
 */
static void write_path (testfiles *f, const pending *p, const char *suffix,
                        char_vec *text) {
  forktree_decisions (f->forks, p, text);
  testfiles_write_file (f, f->n, suffix, text);
}

static void write_all (testfiles *f, const testcase *t, const state *s,
                       const pending *p, const u64_vec *lines) {
  const klee_flags *o = f->flags;
  char_vec text = {0};
  assert (f->n && !o->write_no_tests); /* its number is counted already */
  if (o->write_ktests)
    write_ktest (f, t, &text);
  if (o->write_xml_tests) {
    xml_write_test (f->mem, t, &text);
    testfiles_write_file (f, f->n, "xml", &text);
  }
  if (s && p)
    write_constraints (f, t, s, p, &text);
  if (o->write_cov)
    write_lines (f, lines, &text);
  if (o->write_test_info)
    write_info (f, &text);
  if (p && o->write_paths)
    write_path (f, p, "path", &text);
  if (p && o->write_sym_paths)
    write_path (f, p, "sym.path", &text);
  if (ending_is_error (t))
    write_error (f, t, s, p, &text);
  else if (ending_is_early (t)) {
    ending_write (f->mem, t, &text);
    text_puts (f->mem, &text, "\n");
    testfiles_write_file (f, f->n, "early", &text);
  }
  vec_release (f->mem, &text);
}

/* Errors, one for each place and sentence. */

static uint64_t place_key (const testcase *t) {
  const source_place *at = &t->end.at;
  return t->end.kind == END_FAULT
             ? t->end.identity.place
             : hash_bytes (at->file, strlen (at->file)).lo ^ at->line;
}

static uint64_t error_key (const testfiles *f, const testcase *t) {
  char_vec text = {0};
  ending_write (f->mem, t, &text);
  uint64_t what = hash_bytes (text.data, text.len).lo;
  vec_release (f->mem, &text);
  return hash_mix (place_key (t), what) | 1;
}

/* One of the same kind at the same place was there before, or will come. */
static bool is_known_error (testfiles *f, const testcase *t, const state *s) {
  if (!ending_is_error (t) || f->flags->emit_all_errors)
    return false;
  uint64_t key = error_key (f, t), *files = map_at (&f->errors, key);
  assert (*files <= f->n + 1);
  if (s && !*files) {
    *files = f->n + 1;
    return false;
  }
  vec_push (f->mem, &f->held, (held_error) {key, t->number});
  return true;
}

bool testfiles_add (testfiles *f, const testcase *t, const state *s,
                    const pending *p) {
  const klee_flags *o = f->flags;
  u64_vec lines = {0};
  bool wants_lines = o->write_cov || o->only_output_states_covering_new;
  bool covers_new = !wants_lines || list_new (f, p, &lines);
  bool is_silent =
      t->end.fault == FAULT_BAD_ASSUMPTION && o->silent_klee_assume;
  bool is_new = !is_silent && !is_known_error (f, t, s);
  bool is_dull = (o->only_output_states_covering_new && !covers_new &&
                  !ending_is_error (t)) ||
                 (!o->dump_states_on_halt && t->end.kind == END_CUT &&
                  reason_class_of (t->end.cause.reason) == CLASS_BUDGET);
  bool is_written = !o->write_no_tests && is_new && !is_dull;
  if (is_written) {
    f->n++;
    write_all (f, t, s, p, &lines);
  }
  kept_note (&f->kept, t->number, is_written ? f->n : 0);
  vec_release (f->mem, &lines);
  return is_new && ending_is_error (t);
}

/* The first of each kind that has no files; then all have some. */
static void write_held (testfiles *f, suite *s, void *owner,
                        void (*found) (void *owner, const testcase *)) {
  testcase t;
  map waits;
  map_init (&waits, f->mem);
  for (size_t i = 0; i < f->held.len; i++)
    map_put (&waits, f->held.data[i].test, i + 1);
  for (uint32_t i = 0; i < suite_count (s); i++) {
    suite_get (s, i, &t);
    uint64_t at = map_get (&waits, t.number, 0);
    uint64_t *files = at ? map_at (&f->errors, f->held.data[at - 1].key) : NULL;
    if (!files || *files)
      continue;
    assert (ending_is_error (&t)); /* only those are held */
    *files = ++f->n;
    write_all (f, &t, NULL, NULL, &(u64_vec) {0});
    kept_note (&f->kept, t.number, f->n);
    found (owner, &t);
  }
  map_release (&waits);
}

static bool has_all_files (const testfiles *f) {
  for (size_t i = 0; i < f->held.len; i++)
    if (!map_get (&f->errors, f->held.data[i].key, 0))
      return false;
  return true;
}

void testfiles_end_run (testfiles *f, void *owner,
                        void (*found) (void *owner, const testcase *)) {
  suite *s = !found || f->flags->write_no_tests || has_all_files (f)
                 ? NULL
                 : suite_open (f->mem, f->dir->path.data, &f->trouble);
  if (s)
    write_held (f, s, owner, found);
  suite_free (s);
  for (size_t i = 0; i < f->held.len; i++) {
    const held_error *e = f->held.data + i;
    kept_note_like (&f->kept, e->test,
                    (uint32_t) map_get (&f->errors, e->key, 0));
  }
  vec_clear (&f->held);
}

void testfiles_init (testfiles *f, memory *mem, const klee_flags *flags,
                     outdir *dir) {
  *f = (testfiles) {
      .mem = mem, .flags = flags, .dir = dir, .started = clock_now ()};
  map_init (&f->errors, mem);
  kept_init (&f->kept, mem, dir);
}

void testfiles_release (testfiles *f) {
  map_release (&f->errors);
  vec_release (f->mem, &f->held, &f->error);
  kept_release (&f->kept);
}
