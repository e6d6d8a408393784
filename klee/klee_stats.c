#include "klee/klee_stats.h"

#include "base/arena.h"

#include <dirent.h>
#include <sqlite3.h>
#include <unistd.h>

typedef struct shown_column {
  const char *name, *sql, *tables;
} shown_column;

static const shown_column columns[] = {
#define SHOW(NAME, SQL, TABLES) {NAME, SQL, TABLES},
#include "klee/shown.def"
};

#define N_COLUMNS (sizeof columns / sizeof *columns)
#define DEPTH_MAX 16 /* of directories below one that is named */

typedef struct stats_asked {
  memory *mem;
  trouble *why;
  arena texts;
  char table;        /* as in shown.def; 0: all */
  const char *names; /* --print-columns; or NULL */
  bool is_csv, is_raw;
  VEC (const char *) dirs, names_of;
  VEC (const shown_column *) shown;
  VEC (char *) cells; /* by rows: the name, then the columns */
} stats_asked;

/* Directories with a run.stats, in those that are named. */

static int by_text (const void *a, const void *b) {
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void find_dirs (stats_asked *a, const char *path, int depth) {
  const char *file = arena_printf (&a->texts, "%s/run.stats", path);
  if (!access (file, R_OK)) {
    vec_push (a->mem, &a->dirs, path);
    return;
  }
  DIR *d = depth < DEPTH_MAX ? opendir (path) : NULL;
  if (!d)
    return;
  VEC (const char *) inner = {0};
  for (struct dirent *e; (e = readdir (d));)
    if (e->d_name[0] != '.' && e->d_type == DT_DIR)
      vec_push (a->mem, &inner,
                arena_printf (&a->texts, "%s/%s", path, e->d_name));
  closedir (d);
  if (inner.len)
    qsort (inner.data, inner.len, sizeof *inner.data, by_text);
  for (size_t i = 0; i < inner.len; i++)
    find_dirs (a, inner.data[i], depth + 1);
  vec_release (a->mem, &inner);
}

/* Cells. */

static sqlite3 *open_stats (const stats_asked *a, const char *dir) {
  sqlite3 *db = NULL;
  char_vec path = {0};
  text_printf (a->mem, &path, "%s/run.stats", dir);
  if (sqlite3_open_v2 (text_c (a->mem, &path), &db, SQLITE_OPEN_READONLY,
                       NULL)) {
    sqlite3_close (db);
    db = NULL;
  }
  vec_release (a->mem, &path);
  return db;
}

/* "" where the run's table has no such column, or no row. */
static char *cell_text (stats_asked *a, sqlite3_stmt *row, int at) {
  switch (sqlite3_column_type (row, at)) {
  case SQLITE_NULL:
    return arena_printf (&a->texts, "%s", "");
  case SQLITE_FLOAT:
    return arena_printf (&a->texts, "%.2f", sqlite3_column_double (row, at));
  default:
    return arena_printf (&a->texts, "%s",
                         (const char *) sqlite3_column_text (row, at));
  }
}

static char *read_cell (stats_asked *a, sqlite3 *db, const shown_column *c) {
  sqlite3_stmt *row = NULL;
  char_vec sql = {0};
  text_printf (a->mem, &sql, "SELECT %s FROM stats ORDER BY rowid DESC LIMIT 1",
               c->sql);
  bool has_it =
      db && !sqlite3_prepare_v2 (db, text_c (a->mem, &sql), -1, &row, NULL) &&
      sqlite3_step (row) == SQLITE_ROW;
  char *text =
      has_it ? cell_text (a, row, 0) : arena_printf (&a->texts, "%s", "");
  sqlite3_finalize (row);
  vec_release (a->mem, &sql);
  return text;
}

static void read_row (stats_asked *a, const char *dir) {
  sqlite3 *db = open_stats (a, dir);
  const char *slash = strrchr (dir, '/');
  vec_push (
      a->mem, &a->cells,
      arena_printf (&a->texts, "%s", slash && slash[1] ? slash + 1 : dir));
  for (size_t i = 0; i < a->shown.len; i++)
    vec_push (a->mem, &a->cells, read_cell (a, db, a->shown.data[i]));
  sqlite3_close (db);
}

/* Which columns. */

static status add_named (stats_asked *a, const char *name, size_t n) {
  for (size_t i = 0; i < N_COLUMNS; i++)
    if (strlen (columns[i].name) == n && !strncmp (columns[i].name, name, n)) {
      vec_push (a->mem, &a->shown, columns + i);
      return ST_OK;
    }
  if (n == strlen ("Path") && !strncmp (name, "Path", n))
    return ST_OK;
  return trouble_set (a->why, ST_USAGE, "there is no column '%.*s'", (int) n,
                      name);
}

static status choose_columns (stats_asked *a) {
  status st = ST_OK;
  for (const char *at = a->names; at && !st;) {
    size_t n = strcspn (at, ",");
    st = add_named (a, at, n);
    at = at[n] ? at + n + 1 : NULL;
  }
  for (size_t i = 0; i < N_COLUMNS && !a->names; i++)
    if (!a->table || strchr (columns[i].tables, a->table))
      vec_push (a->mem, &a->shown, columns + i);
  return st;
}

/* Printing. */

static const char *cell_at (const stats_asked *a, size_t row, size_t column) {
  return a->cells.data[row * (a->shown.len + 1) + column];
}

/* With the path, unless columns were chosen without it. */
static size_t first_column (const stats_asked *a) {
  return a->names && !strstr (a->names, "Path");
}

static const char *heading (const stats_asked *a, size_t column) {
  return column ? a->shown.data[column - 1]->name : "Path";
}

static void print_csv (const stats_asked *a) {
  size_t first = first_column (a);
  for (size_t c = first; c <= a->shown.len; c++)
    printf ("%s%s", c > first ? "," : "", heading (a, c));
  putchar ('\n');
  for (size_t r = 0; r < a->dirs.len; r++) {
    for (size_t c = first; c <= a->shown.len; c++)
      printf ("%s%s", c > first ? "," : "", cell_at (a, r, c));
    putchar ('\n');
  }
}

static int stats_width_of (const stats_asked *a, size_t column) {
  size_t width = strlen (heading (a, column)) + 2;
  for (size_t r = 0; r < a->dirs.len; r++) {
    size_t n = strlen (cell_at (a, r, column));
    width = n > width ? n : width;
  }
  return (int) width;
}

/* The path in the middle, numbers to the right. */
static void print_cell (const stats_asked *a, size_t column, const char *text) {
  int width = stats_width_of (a, column), left = 0;
  if (!column)
    left = (width - (int) strlen (text)) / 2;
  printf ("|%*s%*s", left, "", column ? width : -(width - left), text);
}

static void print_rule (const stats_asked *a) {
  for (size_t c = first_column (a); c <= a->shown.len; c++)
    for (int i = stats_width_of (a, c) + 1; i > 0; i--)
      putchar ('-');
  printf ("-\n");
}

static void print_table (const stats_asked *a) {
  print_rule (a);
  for (size_t c = first_column (a); c <= a->shown.len; c++)
    print_cell (a, c, heading (a, c));
  printf ("|\n");
  print_rule (a);
  for (size_t r = 0; r < a->dirs.len; r++) {
    for (size_t c = first_column (a); c <= a->shown.len; c++)
      print_cell (a, c, cell_at (a, r, c));
    printf ("|\n");
  }
  print_rule (a);
}

/* --to-csv: all rows as they are. */
static void print_raw (stats_asked *a, const char *dir) {
  sqlite3 *db = open_stats (a, dir);
  sqlite3_stmt *row = NULL;
  if (db && !sqlite3_prepare_v2 (db, "SELECT * FROM stats", -1, &row, NULL)) {
    int n = sqlite3_column_count (row);
    for (int i = 0; i < n; i++)
      printf ("%s%s", i ? "," : "", sqlite3_column_name (row, i));
    putchar ('\n');
    while (sqlite3_step (row) == SQLITE_ROW) {
      for (int i = 0; i < n; i++)
        printf ("%s%s", i ? "," : "", sqlite3_column_text (row, i));
      putchar ('\n');
    }
  }
  sqlite3_finalize (row);
  sqlite3_close (db);
}

/* The command line. */

static bool take_value (const char *name, int argc, char **argv, int *at,
                        const char **out) {
  size_t n = strlen (name);
  const char *word = argv[*at];
  if (strncmp (word, name, n) || (word[n] && word[n] != '='))
    return false;
  *out = word[n] ? word + n + 1 : *at + 1 < argc ? argv[++*at] : "";
  return true;
}

static bool take_switch (stats_asked *a, const char *word) {
  static const struct {
    const char *name;
    char table;
  } tables[] = {{"--print-more", 'M'},
                {"--print-all", 0},
                {"--print-abs-times", 'A'},
                {"--print-rel-times", 'R'}};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    if (!strcmp (word, tables[i].name)) {
      a->table = tables[i].table;
      return true;
    }
  bool is_raw = !strcmp (word, "--to-csv") || !strcmp (word, "-to-csv");
  a->is_raw |= is_raw;
  return is_raw;
}

static status take_words (stats_asked *a, int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    const char *format = NULL;
    if (take_value ("--table-format", argc, argv, &i, &format))
      a->is_csv = strstr (format, "csv");
    else if (take_value ("--print-columns", argc, argv, &i, &a->names) ||
             take_switch (a, argv[i]))
      continue;
    else if (argv[i][0] == '-')
      return trouble_set (a->why, ST_USAGE,
                          "usage: klee-stats [--table-format=klee|csv] "
                          "[--print-more] [--print-all] [--print-columns=A,B] "
                          "[--to-csv] DIRECTORY...");
    else
      vec_push (a->mem, &a->names_of, argv[i]);
  }
  return ST_OK;
}

static status print_stats (stats_asked *a) {
  status st;
  for (size_t i = 0; i < a->names_of.len; i++)
    find_dirs (a, a->names_of.data[i], 0);
  if (!a->dirs.len)
    return trouble_set (a->why, ST_NOFILE, "no KLEE output directory found");
  TRY (choose_columns (a));
  for (size_t i = 0; i < a->dirs.len; i++)
    if (a->is_raw)
      print_raw (a, a->dirs.data[i]);
    else
      read_row (a, a->dirs.data[i]);
  if (!a->is_raw)
    (a->is_csv ? print_csv : print_table) (a);
out:
  return st;
}

int klee_stats (context *c, int argc, char **argv) {
  stats_asked a = {.mem = &c->memory, .why = &c->trouble, .table = 'D'};
  arena_init (&a.texts, a.mem);
  status st = take_words (&a, argc, argv);
  if (!st)
    st = print_stats (&a);
  if (st)
    fprintf (stderr, "klee-stats: %s\n", trouble_text (a.why));
  vec_release (a.mem, &a.dirs, &a.names_of, &a.shown, &a.cells);
  arena_release (&a.texts);
  return st ? 1 : 0;
}
