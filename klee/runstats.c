#include "klee/runstats.h"

#include <sqlite3.h>
#include <time.h>

struct runstats {
  memory *mem;
  sqlite3 *db;
  sqlite3_stmt *insert;
};

static bool is_real (const char *column) {
  return !strcmp (column, "UserTime") || !strcmp (column, "WallTime");
}

static void put_schema (memory *mem, char_vec *create, char_vec *insert) {
  static const char *const columns[] = {
#define COLUMN(NAME, VALUE) #NAME,
#include "klee/columns.def"
  };
  text_puts (mem, create, "CREATE TABLE stats (");
  text_puts (mem, insert, "INSERT INTO stats VALUES (");
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    text_printf (mem, create, "%s%s %s", i ? "," : "", columns[i],
                 is_real (columns[i]) ? "REAL" : "INTEGER");
    text_puts (mem, insert, i ? ",?" : "?");
  }
  text_puts (mem, create, ")");
  text_puts (mem, insert, ")");
}

static bool runstats_prepare (runstats *r, const char *path) {
  char_vec create = {0}, insert = {0};
  put_schema (r->mem, &create, &insert);
  /* it tells of a run: what a crash leaves of it is of no use */
  bool is_good =
      !sqlite3_open (path, &r->db) &&
      !sqlite3_exec (r->db, "PRAGMA synchronous = OFF", NULL, NULL, NULL) &&
      !sqlite3_exec (r->db, text_c (r->mem, &create), NULL, NULL, NULL) &&
      !sqlite3_prepare_v2 (r->db, text_c (r->mem, &insert), -1, &r->insert,
                           NULL);
  vec_release (r->mem, &create, &insert);
  return is_good;
}

runstats *runstats_open (memory *mem, const char *dir, trouble *why) {
  runstats *r = memory_zalloc (mem, sizeof *r);
  char_vec path = {0};
  r->mem = mem;
  text_printf (mem, &path, "%s/run.stats", dir);
  if (!runstats_prepare (r, text_c (mem, &path))) {
    trouble_set (why, ST_NOWRITE, "cannot write \"%s\": %s", path.data,
                 r->db ? sqlite3_errmsg (r->db) : "out of memory");
    runstats_close (r);
    r = NULL;
  }
  vec_release (mem, &path);
  return r;
}

void runstats_close (runstats *r) {
  if (!r)
    return;
  sqlite3_finalize (r->insert);
  sqlite3_close (r->db);
  memory_free (r->mem, r, sizeof *r);
}

static void bind (runstats *r, int at, const char *column, double value) {
  assert (at <= sqlite3_bind_parameter_count (r->insert));
  if (is_real (column))
    sqlite3_bind_double (r->insert, at, value);
  else
    sqlite3_bind_int64 (r->insert, at, (sqlite3_int64) value);
}

void runstats_add (runstats *r, const runstats_row *row) {
  const context *c = row->context;
  const stats *s = &c->stats;
  const explored *x = row->explored;
  const census *users = &row->census;
  const forktree *f = row->forks;
  const end_counts *ends = row->ends;
  uint64_t solver = s->solver_bits_time + s->solver_z3_time;
  double user = (double) clock () / CLOCKS_PER_SEC * 1e6;
  double wall = (double) row->wall / 1e3;
  int at = 0;
#define COLUMN(NAME, VALUE) bind (r, ++at, #NAME, (double) (VALUE));
#include "klee/columns.def"
  assert (at == sqlite3_bind_parameter_count (r->insert)); /* a whole row */
  sqlite3_step (r->insert);
  sqlite3_reset (r->insert);
}
