/* What was assumed of the arguments of functions, as of one run: bounds are in
 * the first line; the rest, and what warns, is listed once for all functions of
 * which it is the same.
 */

#include "project/project.h"

#include "report/verdict.h"

#include <string.h>

#define MOST_BOUNDS 3

static void told_add (memory *mem, told_list *list, const job *j,
                      const char *text) {
  for (size_t i = 0; i < list->len; i++)
    if (!strcmp (list->data[i].text, text)) {
      list->data[i].jobs++;
      return;
    }
  vec_push (mem, list, (told_once) {.text = text, .first = j, .jobs = 1});
}

static const char *keep_text (arena *texts, char_vec *text) {
  const char *kept = arena_string (texts, text->data, text->len);
  vec_clear (text);
  return kept;
}

static void collect_job (project *p, const job *j) {
  run_verdict v;
  char_vec text = {0};
  if (!j->has_report)
    return;
  verdict_init (&v, &j->report);
  for (size_t i = v.n_reasons; i < v.told.len; i++) {
    bool is_bound = v.told.data[i].first->cause.reason == WHY_BOUND;
    bool is_warning = v.told.data[i].class == CLASS_WARNING;
    if (!is_bound && !is_warning)
      continue;
    verdict_reason_print (v.told.data + i, &text);
    told_add (p->mem, is_bound ? &p->bounds : &p->warnings, j,
              keep_text (&p->texts, &text));
  }
  verdict_print_premise (&v, &text);
  if (text.len)
    told_add (p->mem, &p->premises, j, keep_text (&p->texts, &text));
  verdict_release (&v);
  vec_release (NULL, &text);
}

/* A contract of a function that there is not is most likely misspelt. */
static void warn_of_contracts (project *p) {
  size_t n = strlen (HARNESS_REQUIRES);
  for (size_t i = 0; i < p->survey.item.len; i++) {
    const surveyed *x = p->survey.item.data + i;
    if (!x->is_function || !text_begins (x->name, HARNESS_REQUIRES))
      continue;
    const surveyed *f = survey_find (&p->survey, x->file, x->name + n);
    if (!f)
      f = survey_named (&p->survey, x->name + n);
    if (!f || !f->is_function)
      told_add (p->mem, &p->warnings, NULL,
                arena_printf (&p->texts,
                              "%s() in %s is not used: there is no function %s",
                              x->name, x->file, x->name + n));
  }
}

/* So is a section, or a name to be skipped, that fits nothing. */
static void warn_of_settings (project *p) {
  for (size_t i = 0; i < p->settings.row.len; i++) {
    const setting *x = p->settings.row.data + i;
    bool is_used = !p->survey.item.len;
    for (size_t k = 0; k < p->survey.item.len && !is_used; k++) {
      const surveyed *f = p->survey.item.data + k;
      is_used = f->is_function &&
                configuration_means (x, f->file, f->name, f->is_program);
    }
    const char *which = x->pattern ? x->pattern : x->value;
    if (!is_used)
      told_add (p->mem, &p->warnings, NULL,
                arena_printf (&p->texts, "%s: no function is called '%s'",
                              p->settings.path, which));
  }
}

void project_collect_premises (project *p) {
  warn_of_contracts (p);
  warn_of_settings (p);
  for (size_t i = 0; i < p->jobs.len; i++)
    collect_job (p, p->jobs.data + i);
}

/* " with A, B and C" */
void project_print_bounds (const project *p) {
  size_t n = p->bounds.len, shown = n > MOST_BOUNDS + 1 ? MOST_BOUNDS : n;
  for (size_t i = 0; i < shown; i++)
    printf ("%s%s",
            i == 0                     ? " with "
            : i + 1 == n && shown == n ? " and "
                                       : ", ",
            p->bounds.data[i].text);
  if (n > shown)
    printf (" and %zu more bounds", n - shown);
}
