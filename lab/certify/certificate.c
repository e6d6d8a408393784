#include "lab/certify/certificate.h"

#include "base/clock.h"
#include "base/grouped.h"
#include "report/report.h"
#include "suite/testcase_text.h"

#define MAX_LISTED 10

static const char *verdict_words (certify_verdict v) {
  static const char *const words[] = {"certified", "certified up to bounds",
                                      "NOT certified"};
  assert ((size_t) v < sizeof words / sizeof *words);
  return words[v];
}

/* Text. */

static void print_failures (const certificate *c) {
  if (!c->n_failures)
    return;
  printf ("%s check%s failed:\n", GROUPED (c->n_failures),
          plural (c->n_failures));
  for (size_t i = 0; i < c->n_listed && i < MAX_LISTED; i++) {
    const certify_failure *f = c->failure + i;
    printf ("  ");
    if (f->line)
      printf ("%s:%u: ", f->file, f->line);
    else if (f->function[0])
      printf ("in %s: ", f->function);
    printf ("%s\n", f->what);
    if (f->way[0])
      printf ("      after the choices %s\n", f->way);
  }
  if (c->n_failures > MAX_LISTED)
    printf ("  ... and %s more\n", GROUPED (c->n_failures - MAX_LISTED));
}

static void print_paths (const certificate *c) {
  uint64_t ended = c->complete + c->error;
  printf ("%s path%s executed: %s complete, %s with an error", GROUPED (ended),
          plural (ended), GROUPED (c->complete), GROUPED (c->error));
  if (c->silent)
    printf (", %s ended silently", GROUPED (c->silent));
  printf ("\n%s test%s executed concretely\n", GROUPED (c->tests),
          plural (c->tests));
  if (c->stray)
    printf ("%s test%s of the suite belong%s to no path of the trie and %s "
            "not checked\n",
            GROUPED (c->stray), plural (c->stray), c->stray == 1 ? "s" : "",
            c->stray == 1 ? "was" : "were");
}

static void print_proofs (const certificate *c) {
  const certify_proofs *p = &c->proofs;
  uint64_t all = p->by_evaluation + p->by_core + p->by_solver;
  printf ("%s question%s, %s decision%s; %s alternative%s proved "
          "infeasible:\n",
          GROUPED (c->questions), plural (c->questions), GROUPED (c->decisions),
          plural (c->decisions), GROUPED (all), plural (all));
  printf ("  %s by evaluation, %s by known cores, %s by a solver\n",
          GROUPED (p->by_evaluation), GROUPED (p->by_core),
          GROUPED (p->by_solver));
  printf ("  %s different core%s checked: %s by z3, %s by bits",
          GROUPED (p->cores), plural (p->cores), GROUPED (p->by_z3),
          GROUPED (p->by_bits));
  if (p->once)
    printf (", %s known to one solver only", GROUPED (p->once));
  putchar ('\n');
  if (p->false_proofs)
    printf ("%s proof%s of the store %s false and not used\n",
            GROUPED (p->false_proofs), plural (p->false_proofs),
            p->false_proofs == 1 ? "is" : "are");
}

static void print_notes (const certificate *c) {
  if (!c->n_notes)
    return;
  printf ("not fully explored:\n");
  for (size_t i = 0; i < c->n_notes && i < MAX_LISTED; i++) {
    const certify_note *n = c->note + i;
    printf ("  %s", n->what);
    if (n->line)
      printf (" (%s:%u)", n->file, n->line);
    else if (n->function[0])
      printf (" (in %s)", n->function);
    if (n->count > 1)
      printf (", %s times", GROUPED (n->count));
    putchar ('\n');
  }
  if (c->n_notes > MAX_LISTED)
    printf ("  ... and %s more: --json lists all\n",
            GROUPED (c->n_notes - MAX_LISTED));
}

static void print_cost (const certificate *c) {
  double now = clock_seconds (c->time), then = clock_seconds (c->before.time);
  printf ("%.2f s of processor time; the runs themselves took %.2f s, with "
          "%s quer%s and %s solver call%s",
          now, then, GROUPED (c->before.queries),
          c->before.queries == 1 ? "y" : "ies", GROUPED (c->before.solved),
          plural (c->before.solved));
  if (then > 0 && now > 0)
    printf (": certifying took %.1f times as long", now / then);
  putchar ('\n');
}

void certificate_print (const char *input, const certificate *c) {
  print_failures (c);
  print_paths (c);
  print_proofs (c);
  print_notes (c);
  print_cost (c);
  printf ("%s: %s\n", input, verdict_words (c->verdict));
}

/* JSON. */

static json_t *certificate_number (uint64_t n) {
  return json_integer ((json_int_t) n);
}

static json_t *place_json (const char *what, const char *file, uint32_t line,
                           const char *where) {
  return json_pack ("{s:o, s:o, s:o, s:o}", "what", testcase_text_json (what),
                    "file", testcase_text_json (file), "line",
                    certificate_number (line), "function",
                    testcase_text_json (where));
}

static json_t *failures_json (const certificate *c) {
  json_t *list = json_array ();
  for (size_t i = 0; i < c->n_listed; i++) {
    const certify_failure *f = c->failure + i;
    json_t *o = place_json (f->what, f->file, f->line, f->function);
    json_object_set_new (o, "choices", testcase_text_json (f->way));
    json_array_append_new (list, o);
  }
  return list;
}

static json_t *notes_json (const certificate *c) {
  json_t *list = json_array ();
  for (size_t i = 0; i < c->n_notes; i++) {
    const certify_note *n = c->note + i;
    json_t *o = place_json (n->what, n->file, n->line, n->function);
    json_object_set_new (o, "count", certificate_number (n->count));
    json_array_append_new (list, o);
  }
  return list;
}

static json_t *proofs_json (const certify_proofs *p) {
  return json_pack (
      "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "by_evaluation",
      certificate_number (p->by_evaluation), "by_core",
      certificate_number (p->by_core), "by_solver",
      certificate_number (p->by_solver), "cores", certificate_number (p->cores),
      "cores_bits", certificate_number (p->by_bits), "cores_z3",
      certificate_number (p->by_z3), "cores_once", certificate_number (p->once),
      "unknown", certificate_number (p->unknown), "false_proofs",
      certificate_number (p->false_proofs));
}

static json_t *paths_json (const certificate *c) {
  return json_pack (
      "{s:o, s:o, s:o, s:o, s:o, s:o}", "complete",
      certificate_number (c->complete), "error", certificate_number (c->error),
      "silent", certificate_number (c->silent), "cut",
      certificate_number (c->cut), "open", certificate_number (c->open),
      "left_out", certificate_number (c->left_out));
}

static json_t *before_json (const trie_cost *t) {
  return json_pack ("{s:f, s:o, s:o}", "seconds", clock_seconds (t->time),
                    "queries", certificate_number (t->queries), "solved",
                    certificate_number (t->solved));
}

json_t *certificate_json (const char *input, const certificate *c) {
  json_t *o = json_pack ("{s:i, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                         "format", 1, "input", testcase_text_json (input),
                         "verdict", verdict_words (c->verdict), "trie",
                         testcase_text_json (c->path), "nodes",
                         certificate_number (c->nodes), "decisions",
                         certificate_number (c->decisions), "questions",
                         certificate_number (c->questions), "paths",
                         paths_json (c), "tests", certificate_number (c->tests),
                         "stray_tests", certificate_number (c->stray));
  json_object_set_new (o, "impossible", proofs_json (&c->proofs));
  json_object_set_new (o, "failed", certificate_number (c->n_failures));
  json_object_set_new (o, "failures", failures_json (c));
  json_object_set_new (o, "lost", notes_json (c));
  json_object_set_new (o, "seconds", json_real (clock_seconds (c->time)));
  json_object_set_new (o, "before", before_json (&c->before));
  return o;
}
