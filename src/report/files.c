#include "report/files.h"

#include "base/whole_file.h"
#include "program/command.h"

#include <jansson.h>

status report_check_files (const options *o, trouble *why) {
  status st = ST_OK;
  if (o->lcov)
    TRY (whole_file_check (o->lcov, why));
  if (o->sarif)
    TRY (whole_file_check (o->sarif, why));
out:
  return st;
}

static void add_option (command *c, const char *name, const char *value) {
  if (value)
    command_add (c, arena_printf (&c->text, "--%s=%s", name, value));
}

/* reprise report --sarif=- DIR */
static void ask_for (command *c, const report *r, const char *format) {
  const options *o = &r->context->options;
  command_add (c, "/proc/self/exe");
  command_add (c, "report");
  command_add (c, "--json"); /* what goes wrong */
  add_option (c, format, "-");
  add_option (c, "store", r->store);
  add_option (c, "store-mode", o->store_mode == STORE_RW ? "rw" : "ro");
  add_option (c, "allow-incomplete", o->allow_incomplete);
  if (o->sarif_changes)
    command_add (c, "--sarif-changes");
  command_add (c, "--");
  command_add (c, r->out);
}

static status take_trouble (const char *path, const char_vec *told,
                            trouble *why) {
  json_t *o = json_loadb (told->data, told->len, 0, NULL);
  const char *error = json_string_value (json_object_get (o, "error"));
  status st = error ? trouble_set (why, ST_NOWRITE, "%s", error)
                    : trouble_set (why, ST_NOWRITE,
                                   "cannot write %s: nothing to write", path);
  json_decref (o);
  return st;
}

static status write_as (const report *r, const char *format, const char *path,
                        trouble *why) {
  memory *mem = &r->context->memory;
  command words;
  char_vec text = {0}, messages = {0};
  bool succeeded = false;
  command_init (&words, mem);
  ask_for (&words, r, format);
  status st = command_run (&words, &text, &messages, &succeeded, why);
  if (!st)
    st = succeeded ? whole_file_write (path, text.data, text.len, why)
                   : take_trouble (path, &text, why);
  vec_release (mem, &text, &messages);
  command_release (&words);
  return st;
}

status report_write_files (const report *r, trouble *why) {
  const options *o = &r->context->options;
  status st = ST_OK;
  if (o->lcov)
    TRY (write_as (r, "lcov", o->lcov, why));
  if (o->sarif)
    TRY (write_as (r, "sarif", o->sarif, why));
out:
  return st;
}
