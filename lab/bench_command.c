/* reprise bench: the papers' tables, measured again. */

#include "lab/lab_main.h"

#include "base/suggest.h"
#include "base/whole_file.h"
#include "lab/tables/ablation.h"
#include "lab/tables/plot.h"
#include "lab/tables/repeat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int unknown_table (context *c, const char *name) {
  suggestion near = {.word = name};
  size_t n;
  const table_info *all = tables_all (&n);
  for (size_t i = 0; i < n; i++)
    suggest (&near, all[i].name);
  trouble_set (&c->trouble, ST_USAGE, "there is no table '%s', %s%s%s", name,
               near.best ? "did you mean '" : "see ",
               near.best ? near.best : "'reprise bench'",
               near.best ? "'?" : " for a list");
  return cli_trouble (c);
}

static void print_tables (json_t *tables) {
  cli_print_json (json_pack ("{s:i, s:o}", "format", 1, "tables", tables));
}

static void list_as_json (size_t n, const table_info *all) {
  json_t *list = json_array ();
  for (size_t i = 0; i < n; i++)
    json_array_append_new (list, json_pack ("{s:s, s:s}", "name", all[i].name,
                                            "title", all[i].title));
  print_tables (list);
}

static int list_tables (const context *c) {
  size_t n;
  const table_info *all = tables_all (&n);
  if (c->options.json)
    list_as_json (n, all);
  for (size_t i = 0; i < n && !c->options.json; i++)
    printf ("%-14s %s\n", all[i].name, all[i].title);
  return CLI_OK;
}

static int not_own (context *c, const char *name) {
  trouble_set (&c->trouble, ST_USAGE,
               "--on is for tables whose subjects can be others: not for '%s'",
               name);
  return cli_trouble (c);
}

static bool can_be_measured (const context *c, const char *name) {
  const table_info *info = tables_find (name);
  return !c->options.on || (info && *info->own);
}

/* Text on standard output, unless that is where CSV or JSON goes. */
static status measure (lab *l, const table_info *info, table_vec *out) {
  const char *csv = l->context->options.csv;
  vec_push (l->mem, out, (table) {0});
  table *t = &vec_last (out);
  status st = repeat_measure (l, info, t);
  if (!st)
    ablation_note (l->context, t);
  if (!st && !l->context->options.json && (!csv || strcmp (csv, "-"))) {
    table_print (t, stdout);
    fflush (stdout);
  }
  return st;
}

static status measure_all (lab *l, int argc, char **argv, table_vec *out) {
  size_t n;
  const table_info *all = tables_all (&n);
  for (int k = 0; k < argc; k++)
    for (size_t i = 0; i < n; i++) {
      bool is_wanted =
          !strcmp (argv[k], "all") || !strcmp (argv[k], all[i].name);
      status st = is_wanted ? measure (l, all + i, out) : ST_OK;
      if (st)
        return st;
    }
  return ST_OK;
}

static void write_json (const table_vec *v) {
  json_t *tables = json_array ();
  for (size_t i = 0; i < v->len; i++)
    json_array_append_new (tables, table_json (v->data + i));
  print_tables (tables);
}

typedef void table_writer (const table_vec *, FILE *);

static void write_csv (const table_vec *v, FILE *to) {
  table_csv_header (to);
  for (size_t i = 0; i < v->len; i++)
    table_csv (v->data + i, to);
}

static void write_html (const table_vec *v, FILE *to) {
  table_html (v->len, v->data, to);
}

static status bench_write_file (context *c, const char *path,
                                const table_vec *v, table_writer *write) {
  FILE *to = strcmp (path, "-") ? fopen (path, "w") : stdout;
  if (to)
    write (v, to);
  bool is_bad = !to || ferror (to);
  if (to && to != stdout)
    is_bad |= fclose (to) != 0;
  if (!is_bad)
    return ST_OK;
  return trouble_set (&c->trouble, ST_NOWRITE, "cannot write '%s': %s", path,
                      strerror (errno));
}

/* TABLE.svg, and TABLE-2.svg and so on where it has several plots. */
static status write_plot (context *c, const char *path, const table *t,
                          size_t i) {
  char *text;
  size_t len;
  FILE *to = open_memstream (&text, &len);
  if (!to)
    return trouble_set (&c->trouble, ST_NOWRITE, "there is no memory");
  plot_write (t, i, true, to);
  fclose (to);
  status st = whole_file_write (path, text, len, &c->trouble);
  free (text);
  return st;
}

static status write_plots (context *c, const char *folder, const table *t) {
  char_vec path = {0};
  status st = ST_OK;
  for (size_t i = 0; !st && i < plot_count (t); i++) {
    vec_clear (&path);
    text_printf (&c->memory, &path, "%s/%s", folder, t->name);
    if (i)
      text_printf (&c->memory, &path, "-%zu", i + 1);
    text_puts (&c->memory, &path, ".svg");
    st = write_plot (c, text_c (&c->memory, &path), t, i);
  }
  vec_release (&c->memory, &path);
  return st;
}

static status write_svg (context *c, const char *folder, const table_vec *v) {
  if (mkdir (folder, 0777) && errno != EEXIST)
    return trouble_set (&c->trouble, ST_NOWRITE, "cannot make '%s': %s", folder,
                        strerror (errno));
  status st = ST_OK;
  for (size_t i = 0; !st && i < v->len; i++)
    st = write_plots (c, folder, v->data + i);
  return st;
}

static status bench_run (context *c, int argc, char **argv, table_vec *done) {
  lab l;
  status st;
  if ((st = lab_open (c, &l)))
    return st;
  st = measure_all (&l, argc, argv, done);
  lab_close (&l);
  if (!st && c->options.json)
    write_json (done);
  if (!st && c->options.csv)
    st = bench_write_file (c, c->options.csv, done, write_csv);
  if (!st && c->options.html)
    st = bench_write_file (c, c->options.html, done, write_html);
  if (!st && c->options.svg)
    st = write_svg (c, c->options.svg, done);
  return st;
}

int lab_bench (context *c, int argc, char **argv) {
  if (!argc || c->options.list)
    return list_tables (c);
  if (ablation_apply (c))
    return cli_trouble (c);
  for (int k = 0; k < argc; k++)
    if (strcmp (argv[k], "all") && !tables_find (argv[k]))
      return unknown_table (c, argv[k]);
    else if (!can_be_measured (c, argv[k]))
      return not_own (c, argv[k]);
  table_vec done = {0};
  status st = bench_run (c, argc, argv, &done);
  for (size_t i = 0; i < done.len; i++)
    table_release (done.data + i);
  vec_release (&c->memory, &done);
  if (!st)
    cli_print_stats (c);
  return st ? cli_trouble (c) : CLI_OK;
}
