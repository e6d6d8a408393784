#include "export/webpage.h"
#include "base/grouped.h"

#include "base/clock.h"
#include "export/excerpt.h"
#include "export/html.h"
#include "machine/ending_text.h"
#include "report/verdict.h"

#define AROUND 4u       /* lines before and behind the one that is shown */
#define MAX_CHANGES 50  /* groups of tests */
#define MAX_ERRORS 1000 /* the rest is counted */

typedef struct webpage {
  const report *report;
  memory *mem;
  const char *directory; /* of the run */
  FILE *to;
} webpage;

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
    ":root{--ink:#222;--page:#fff;--faint:#777;--line:#ddd;--code:#f6f6f4;"
    "--bad:#c81e2e;--badly:#fde4e4;--good:#1c8a3a}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#ddd;--page:#181818;"
    "--faint:#999;--line:#444;--code:#222;--bad:#ff7480;--badly:#4a2226;"
    "--good:#5fd07f}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:60em;"
    "padding:0 1em;color:var(--ink);background:var(--page)}\n"
    "h1,h2,h3{line-height:1.2}h2{margin-top:2em}h3{margin:1.5em 0 .3em}\n"
    "pre,code{font:13px/1.5 ui-monospace,monospace}\n"
    "pre{background:var(--code);overflow-x:auto;padding:.5em}\n"
    "pre i{color:var(--faint);font-style:normal;user-select:none}\n"
    "pre span.here,pre "
    "span.missed{background:var(--badly);display:inline-block;"
    "min-width:100%}\n"
    "table{border-collapse:collapse}td,th{padding:.1em .8em .1em 0;"
    "text-align:left}td.n{text-align:right}\n"
    "meter{width:10em}.bad{color:var(--bad)}.good{color:var(--good)}"
    ".faint{color:var(--faint)}\nsummary{cursor:pointer}\n"
    "</style>\n<title>";

static void webpage_put (const webpage *p, const char *text) {
  html_text (text, p->to);
}

/* What print writes, as text between these. */
static void put_printed (const webpage *p, const char *before,
                         const char *behind,
                         void (*print) (const webpage *, FILE *)) {
  char *text = NULL;
  size_t n;
  FILE *f = open_memstream (&text, &n);
  if (!f)
    return;
  print (p, f);
  fclose (f);
  if (n) {
    fputs (before, p->to);
    webpage_put (p, text);
    fputs (behind, p->to);
  }
  free (text);
}

/* Source. */

static const char *mark_one (void *owner, uint32_t line) {
  return line == *(const uint32_t *) owner ? "here" : NULL;
}

static void put_excerpt (const webpage *p, const char *file, uint32_t line) {
  excerpt *l = line ? excerpt_open (p->mem, file, p->directory) : NULL;
  if (l && line <= excerpt_lines (l))
    excerpt_print (l, line > AROUND ? line - AROUND : 1, line + AROUND, &line,
                   mark_one, p->to);
  excerpt_free (l);
}

/* Errors. */

static void put_place (const webpage *p, const char *what,
                       const source_place *at) {
  fprintf (p->to, "<details><summary>%s in ", what);
  webpage_put (p, at->function);
  fputs (" <span class='faint'>", p->to);
  webpage_put (p, at->file);
  fprintf (p->to, ":%u</span></summary>\n", at->line);
  put_excerpt (p, at->file, at->line);
  fputs ("</details>\n", p->to);
}

/* Where the object comes from, and where it went. */
static void put_related (const webpage *p, const end_record *e) {
  for (uint32_t i = 0; i < e->n_related; i++)
    put_place (p, end_related_what (e, i), e->related + i);
}

/* Ours are without a file. */
static void put_calls (const webpage *p, const end_record *e) {
  for (uint32_t i = 1; i < e->n_calls; i++)
    if (e->call[i].file[0])
      put_place (p, "called", e->call + i);
}

static void put_inputs (const webpage *p, const report_error *e) {
  fprintf (p->to, "<p>Test %u", e->test);
  if (e->inputs[0]) {
    fputs (": <code>", p->to);
    webpage_put (p, e->inputs);
    fputs ("</code>", p->to);
  }
  if (e->paths > 1)
    fprintf (p->to, "; %llu more path%s", (llu) e->paths - 1,
             plural (e->paths - 1));
  if (e->native)
    fprintf (p->to, "; %s", native_text (e->native));
  if (e->share.words) {
    fputs ("; <strong>", p->to);
    webpage_put (p, e->share.words);
    fputs ("</strong>", p->to);
  }
  fputs (". <span class='faint'>All of it: <code>reprise tests show ", p->to);
  webpage_put (p, p->report->out);
  fprintf (p->to, " %u</code></span></p>\n", e->test);
}

static void put_message (const webpage *p, const end_record *e) {
  char_vec text = {0};
  end_print (e, p->mem, &text);
  webpage_put (p, text.len ? text_c (p->mem, &text) : fault_text (e->fault));
  vec_release (p->mem, &text);
}

static void put_error (const webpage *p, const report_error *e, size_t number) {
  const source_place *at = &e->end.at;
  fprintf (p->to, "<h3 id='error%zu'>", number);
  webpage_put (p, at->file[0] ? at->file : "unknown place");
  fprintf (p->to, ":%u: <span class='bad'>%s</span> in ", at->line,
           fault_name (e->end.fault));
  webpage_put (p, at->function);
  fputs ("</h3>\n<p>", p->to);
  put_message (p, &e->end);
  if (*e->only_if)
    fputs (e->class == ERROR_CERTAIN ? "; when called with "
                                     : "; only if called with ",
           p->to);
  webpage_put (p, e->only_if);
  fputs ("</p>\n", p->to);
  put_excerpt (p, at->file, at->line);
  put_related (p, &e->end);
  put_calls (p, &e->end);
  put_inputs (p, e);
}

static void put_errors (const webpage *p) {
  const report *r = p->report;
  if (!r->n_errors)
    return;
  for (size_t i = 0; i < r->n_errors && i < MAX_ERRORS; i++) {
    bool is_error = r->errors[i].class == ERROR_CERTAIN;
    if (!i || is_error != (r->errors[i - 1].class == ERROR_CERTAIN))
      fprintf (p->to, "<h2>%s</h2>\n", is_error ? "Errors" : "Possible misuse");
    put_error (p, r->errors + i, i + 1);
  }
  if (r->n_errors > MAX_ERRORS)
    fprintf (p->to, "<p>... and %llu more.</p>\n",
             (llu) (r->n_errors - MAX_ERRORS));
}

/* Changes, and what was not explored. */

static void print_changes (const webpage *p, FILE *f) {
  changes_print (&p->report->changes, MAX_CHANGES, f);
}

static void put_changes (const webpage *p) {
  const uint64_t *n = p->report->changes.count;
  if (!n[CHANGE_KEPT] && !n[CHANGE_CHANGED] && !n[CHANGE_DROPPED])
    return;
  fprintf (p->to,
           "<h2>Since the last run</h2>\n<p>%llu tests kept, %llu changed, "
           "%llu added, %llu dropped; %llu path%s carried over without being "
           "executed.</p>\n",
           (llu) n[CHANGE_KEPT], (llu) n[CHANGE_CHANGED], (llu) n[CHANGE_ADDED],
           (llu) n[CHANGE_DROPPED], (llu) p->report->explored.carried,
           plural (p->report->explored.carried));
  put_printed (p, "<pre>", "</pre>\n", print_changes);
}

static void put_reason (const webpage *p, const verdict_reason *w) {
  const report_loss *l = w->first;
  char_vec text = {0};
  verdict_reason_print (w, &text);
  fputs ("<tr><td>", p->to);
  webpage_put (p, text_c (NULL, &text));
  vec_release (NULL, &text);
  fputs ("<td class='faint'>", p->to);
  webpage_put (p, l->line ? l->file : l->function);
  if (l->line)
    fprintf (p->to, ":%u", l->line);
  if (w->others)
    fprintf (p->to, " and %llu more", (llu) w->others);
  fputc ('\n', p->to);
}

static void put_told (const webpage *p, const char *title, size_t n,
                      const verdict_reason *w) {
  if (n)
    fprintf (p->to, "<h2>%s</h2>\n<table>\n", title);
  for (size_t i = 0; i < n; i++)
    put_reason (p, w + i);
  if (n)
    fputs ("</table>\n", p->to);
}

/* Coverage. */

/* Lines that were not executed, in their order; 'next' is not before the line
 * that is asked for.
 */
typedef struct missed {
  const report_source *source;
  size_t next;
} missed;

static const char *mark_missed (void *owner, uint32_t line) {
  missed *m = owner;
  const report_source *s = m->source;
  while (m->next < s->n_uncovered && s->uncovered[m->next] < line)
    m->next++;
  bool is_missed = m->next < s->n_uncovered && s->uncovered[m->next] == line;
  return is_missed ? "missed" : NULL;
}

static void put_meter (const webpage *p, uint64_t part, uint64_t all) {
  fprintf (p->to, "<meter max='%llu' value='%llu'></meter> %llu of %llu",
           (llu) (all ? all : 1), (llu) (all ? part : 1), (llu) part,
           (llu) all);
}

static void put_uncalled (const webpage *p, const report_source *s) {
  const char *before = "<p>Not called: ";
  for (size_t i = 0; i < s->n_functions; i++) {
    if (s->function[i].is_called)
      continue;
    fprintf (p->to, "%s<code>", before);
    webpage_put (p, s->function[i].name);
    fputs ("</code>", p->to);
    before = ", ";
  }
  if (*before == ',')
    fputs (".</p>\n", p->to);
}

static void put_source (const webpage *p, const report_source *s) {
  const coverage *c = &s->coverage;
  missed m = {s, 0};
  excerpt *l = excerpt_open (p->mem, s->file, p->directory);
  fputs ("<details><summary>", p->to);
  put_meter (p, c->lines_covered, c->lines);
  fputs (" lines, ", p->to);
  put_meter (p, c->branches_covered, c->branches);
  fputs (" branches: ", p->to);
  webpage_put (p, s->file);
  fputs ("</summary>\n", p->to);
  put_uncalled (p, s);
  if (l)
    excerpt_print (l, 1, excerpt_lines (l), &m, mark_missed, p->to);
  else
    fputs ("<p>This file can no longer be read.</p>\n", p->to);
  fputs ("</details>\n", p->to);
  excerpt_free (l);
}

static void put_coverage (const webpage *p) {
  const report *r = p->report;
  if (!r->n_sources)
    return;
  fputs ("<h2>Coverage</h2>\n<p class='faint'>Marked: lines with code that "
         "no path executed.</p>\n",
         p->to);
  for (size_t i = 0; i < r->n_sources; i++)
    put_source (p, r->sources + i);
}

/* The beginning. */

static void put_summary (const webpage *p, const run_verdict *v) {
  const report *r = p->report;
  const explored *x = &r->explored;
  uint64_t all = x->complete + x->error + x->cut;
  char_vec text = {0};
  verdict_print (v, &text);
  fprintf (p->to, "<p><strong class='%s'>",
           v->answer == RUN_SAFE ? "good" : "bad");
  webpage_put (p, text_c (NULL, &text));
  fputs ("</strong>", p->to);
  vec_release (NULL, &text);
  fprintf (p->to,
           ". %llu path%s: %llu complete, %llu with an error, %llu with "
           "misuse, %llu cut short; "
           "%llu test%s. %llu queries, %llu needed a solver; %.2f s.</p>\n",
           (llu) all, plural (all), (llu) x->complete,
           (llu) (x->error - x->misuse), (llu) x->misuse, (llu) x->cut,
           (llu) r->tests, plural (r->tests), (llu) r->work.queries,
           (llu) r->work.solved, clock_seconds (r->work.total));
  if (r->counted) {
    fputs ("<p>", p->to);
    webpage_put (p, r->counted);
    fputs (".</p>\n", p->to);
  }
}

static void put_all (const webpage *p) {
  fputs (head, p->to);
  webpage_put (p, p->report->input);
  fputs (": Reprise</title></head><body>\n<h1>", p->to);
  webpage_put (p, p->report->input);
  fputs ("</h1>\n", p->to);
  run_verdict v;
  verdict_init (&v, p->report);
  put_summary (p, &v);
  put_errors (p);
  put_told (p, "Not fully explored", v.n_reasons, v.told.data);
  put_changes (p);
  put_told (p, "Bounds, assumptions and warnings", v.told.len - v.n_reasons,
            v.told.data + v.n_reasons);
  verdict_release (&v);
  put_coverage (p);
  fputs ("</body></html>\n", p->to);
}

status webpage_write (const report *r, const char *path, trouble *why) {
  trouble ignored = {0};
  char *text = NULL;
  size_t n;
  webpage p = {.report = r, .mem = &r->context->memory};
  suite *tests = suite_open (p.mem, r->out, &ignored);
  p.directory = tests ? suite_about (tests)->directory : "";
  p.to = open_memstream (&text, &n);
  if (p.to) {
    put_all (&p);
    fclose (p.to);
  }
  status st = p.to ? whole_file_write (path, text, n, why)
                   : trouble_set (why, ST_NOWRITE, "no memory for '%s'", path);
  free (text);
  suite_free (tests);
  return st;
}
