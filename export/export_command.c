/* tests export: tests written for others. */

#include "cli/cli.h"

#include "export/export.h"
#include "export/export_commands.h"
#include "export/left_out.h"
#include "suite/testcase_text.h"

static void print_export (const export_counts *n, const char *directory) {
  static const char *const why[LEFT_COUNT] = {
      [LEFT_MISUSE] = "possible misuse",
      [LEFT_CUT] = "cut short",
      [LEFT_UNSAID] = "more than this format can say"};
  const maintained *m = &n->maintained;
  printf ("%u test%s in %u file%s of '%s'", n->tests, n->tests == 1 ? "" : "s",
          n->files, n->files == 1 ? "" : "s", directory);
  if (m->kept || m->changed || m->dropped || m->edited)
    printf (": %u kept, %u changed, %u added, %u dropped", m->kept, m->changed,
            m->added, m->dropped);
  if (m->edited)
    printf (", %u edited by hand and left alone", m->edited);
  if (m->boundaries)
    printf ("; %u of the new ones %s at the boundaries of branches",
            m->boundaries, m->boundaries == 1 ? "is" : "are");
  if (n->fewer)
    printf ("; %u say%s less than was explored, since it differs natively",
            n->fewer, n->fewer == 1 ? "s" : "");
  left_out_print ("; ", LEFT_COUNT, n->left_out, why);
  putchar ('\n');
}

int export_command (context *c, struct suite *s, const char *directory,
                    size_t n_chosen, const uint32_t *index, bool is_picked) {
  const options *o = &c->options;
  memory *mem = &c->memory;
  char_vec to = {0};
  text_puts (mem, &to, o->out);
  if (!strcmp (o->out, CLI_DIRECTORY)) {
    vec_clear (&to);
    text_printf (mem, &to, "%s/%s", directory, test_format_name (o->format));
  }
  export_request q = {.context = c,
                      .mem = mem,
                      .suite = s,
                      .format = o->format,
                      .directory = text_c (mem, &to),
                      .index = index,
                      .n = (uint32_t) n_chosen,
                      .is_native = o->native,
                      .is_whole = o->all || o->suite != SUITE_ALL || is_picked};
  export_counts n = {0};
  status st = export_tests (&q, &n, &c->trouble);
  if (!st && o->json)
    cli_print_json (json_pack (
        "{s:s, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}",
        "format", test_format_name (o->format), "directory",
        testcase_text_json (to.data), "tests", (json_int_t) n.tests, "files",
        (json_int_t) n.files, "boundaries",
        (json_int_t) n.maintained.boundaries, "left_out",
        (json_int_t) left_out_count (LEFT_COUNT, n.left_out), "misuse",
        (json_int_t) n.left_out[LEFT_MISUSE], "fewer", (json_int_t) n.fewer,
        "kept", (json_int_t) n.maintained.kept, "changed",
        (json_int_t) n.maintained.changed, "added",
        (json_int_t) n.maintained.added, "dropped",
        (json_int_t) n.maintained.dropped, "edited",
        (json_int_t) n.maintained.edited));
  else if (!st && !o->quiet)
    print_export (&n, to.data);
  vec_release (mem, &to);
  return st ? cli_trouble (c) : CLI_OK;
}
