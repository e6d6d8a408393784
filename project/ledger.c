#include "project/ledger.h"

#include "base/whole_file.h"
#include "suite/suite.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT 1

const char *job_state_name (job_state k) {
  static const char *const name[] = {"waiting", "open", "done", "failed"};
  return name[k];
}

static json_t *key_json (hash128 h) {
  char text[40];
  snprintf (text, sizeof text, "%016" PRIx64 "%016" PRIx64, h.hi, h.lo);
  return json_string (text);
}

static bool is_key (const json_t *o, hash128 h) {
  json_t *other = key_json (h);
  bool is_same = json_equal (o, other);
  json_decref (other);
  return is_same;
}

static void take_one (job *j, const json_t *o, arena *texts, bool goes_on) {
  const char *name = json_string_value (json_object_get (o, "state"));
  const char *message = json_string_value (json_object_get (o, "message"));
  int k = 0;
  while (k < JOB_STATES && (!name || strcmp (name, job_state_name (k))))
    k++;
  j->is_changed = !is_key (json_object_get (o, "code"), j->what->code);
  if (k == JOB_STATES || !is_key (json_object_get (o, "key"), j->key))
    return;
  j->state = (job_state) k;
  j->spent = (uint64_t) json_integer_value (json_object_get (o, "spent"));
  j->before = j->spent;
  j->message = j->state == JOB_FAILED && message
                   ? arena_string (texts, message, strlen (message))
                   : NULL;
  j->is_kept = k == JOB_DONE || k == JOB_FAILED || (k == JOB_OPEN && !goes_on);
}

void ledger_open (ledger *l, context *c, const char *out, job_vec *jobs,
                  arena *texts, bool goes_on) {
  char_vec path = {0};
  *l = (ledger) {.out = out};
  text_printf (&c->memory, &path, "%s/" SUITE_OF_ALL, out);
  json_t *all = json_load_file (text_c (&c->memory, &path), 0, NULL);
  vec_release (&c->memory, &path);
  goes_on |= !json_is_true (json_object_get (all, "finished"));
  if (json_integer_value (json_object_get (all, "format")) == FORMAT)
    l->past = json_incref (json_object_get (all, "functions"));
  json_decref (all);
  for (size_t i = 0; i < jobs->len; i++) {
    job *j = jobs->data + i;
    const json_t *o = json_object_get (l->past, j->input);
    if (o)
      take_one (j, o, texts, goes_on);
  }
}

void ledger_close (ledger *l) { json_decref (l->past); }

static json_t *job_json (const job *j) {
  json_t *o =
      json_pack ("{s:o, s:o, s:s, s:I, s:s}", "key", key_json (j->key), "code",
                 key_json (j->what->code), "state", job_state_name (j->state),
                 "spent", (json_int_t) j->spent, "suite", j->dir);
  if (j->message)
    json_object_set_new (o, "message", json_string (j->message));
  return o;
}

status ledger_write (const ledger *l, const job_vec *jobs, bool is_finished,
                     trouble *why) {
  json_t *functions = l->past ? json_copy (l->past) : json_object ();
  for (size_t i = 0; i < jobs->len; i++)
    json_object_set_new (functions, jobs->data[i].input,
                         job_json (jobs->data + i));
  json_t *all = json_pack ("{s:i, s:b, s:o}", "format", FORMAT, "finished",
                           (int) is_finished, "functions", functions);
  char *text = json_dumps (all, JSON_INDENT (1));
  char_vec path = {0};
  text_printf (NULL, &path, "%s/" SUITE_OF_ALL, l->out);
  status st = whole_file_write (text_c (NULL, &path), text, strlen (text), why);
  vec_release (NULL, &path);
  free (text);
  json_decref (all);
  return st;
}
