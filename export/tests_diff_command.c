/* reprise tests diff: two suites, or what the last run changed. */

#include "cli/cli.h"

#include "export/export_commands.h"
#include "export/two_suites.h"

static bool is_different (const changes *c) {
  return c->count[CHANGE_CHANGED] || c->count[CHANGE_ADDED] ||
         c->count[CHANGE_DROPPED];
}

static void print_text (const changes *c) {
  change_list all = changes_list (c);
  changes_print (&all, SIZE_MAX, stdout);
  for (int k = 0; k < CHANGE_COUNT; k++)
    printf ("%s%llu %s", k ? ", " : "", (unsigned long long) c->count[k],
            change_name ((change_kind) k));
  putchar ('\n');
}

static void tests_diff_print_json (const changes *c) {
  json_t *o = json_object (), *rows = json_array ();
  for (size_t i = 0; i < c->rows.len; i++)
    json_array_append_new (
        rows, json_members_write (change_members, c->rows.data + i, NULL));
  for (int k = 0; k < CHANGE_COUNT; k++)
    json_object_set_new (o, change_name ((change_kind) k),
                         json_integer ((json_int_t) c->count[k]));
  json_object_set_new (o, "changes", rows);
  cli_print_json (o);
}

static int tests_diff_compare (context *ctx, suite *old, suite *now,
                               const char *dir) {
  changes told, c;
  uint64_t before = 0;
  changes_init (&told, &ctx->memory);
  changes_init (&c, &ctx->memory);
  bool is_told =
      changes_read (&told, dir, &before) && before == suite_digest (old);
  changes_between (&c, old, now, is_told ? &told : NULL);
  if (ctx->options.json)
    tests_diff_print_json (&c);
  else if (!ctx->options.quiet)
    print_text (&c);
  int result = is_different (&c) ? CLI_FOUND : CLI_OK;
  changes_release (&told);
  changes_release (&c);
  return result;
}

/* Two versions have one name, in whatever directories. */
static void tell_programs (context *ctx, const suite *old, const suite *now) {
  const suite_facts *a = suite_about (old), *b = suite_about (now);
  if (!strcmp (basename (a->given), basename (b->given)) &&
      !strcmp (a->entry, b->entry))
    return;
  log_warning (&ctx->log,
               "the suites belong to different programs: OLD to '%s%s%s', NEW "
               "to '%s%s%s'",
               a->given, *a->entry ? ":" : "", a->entry, b->given,
               *b->entry ? ":" : "", b->entry);
}

int tests_diff_command (context *ctx, int argc, char **argv) {
  if (argc > 2) {
    trouble_set (&ctx->trouble, ST_USAGE,
                 "tests diff compares two suites, OLD and NEW; '%s' is a third",
                 argv[2]);
    return cli_trouble (ctx);
  }
  const char *now_at = argc ? argv[argc - 1] : CLI_DIRECTORY;
  memory *mem = &ctx->memory;
  int result = CLI_TROUBLE;
  suite *now = suite_open (mem, now_at, &ctx->trouble);
  suite *old = !now        ? NULL
               : argc == 2 ? suite_open (mem, argv[0], &ctx->trouble)
                           : suite_open_before (mem, now_at, &ctx->trouble);
  if (old)
    tell_programs (ctx, old, now);
  if (old)
    result = tests_diff_compare (ctx, old, now, now_at);
  else
    cli_trouble (ctx);
  suite_free (old);
  suite_free (now);
  return result;
}
