/* Algorithm 1 of the Recal paper, on ranks: rows and columns of one rank are
 * those whose order is still open.
 */

#include "lab/cache/recal.h"

#include <stdlib.h>
#include <string.h>

typedef struct matrix {
  memory *mem;
  const clauses *of;
  size_t n_rows, n_cols;
  const num **at;     /* row, then column; NULL: 0 */
  uint32_t *variable; /* of a column */
  uint32_t *row_rank, *col_rank;
} matrix;

static num item (const matrix *m, size_t row, size_t col) {
  const num *x = m->at[row * m->n_cols + col];
  return x ? *x : NUM_ZERO;
}

/* What one phase goes by: greater comes first. */
typedef int order_function (const matrix *, size_t, size_t);

/* New ranks: as before, and then as this order says. True: something changed.
 */
static bool refine (matrix *m, size_t n, uint32_t *rank, order_function *f) {
  uint32_t *next = memory_zalloc (m->mem, n * sizeof *next);
  bool has_changed = false;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++)
      next[i] += rank[j] < rank[i] || (rank[j] == rank[i] && f (m, j, i) > 0);
    has_changed |= next[i] != rank[i];
  }
  memcpy (rank, next, n * sizeof *rank);
  memory_free (m->mem, next, n * sizeof *next);
  return has_changed;
}

static bool is_stable (size_t n, const uint32_t *rank, size_t i) {
  for (size_t j = 0; j < n; j++)
    if (j != i && rank[j] == rank[i])
      return false;
  return true;
}

/* Which column, or row, has this rank and no other; n: none. */
static size_t stable_at (size_t n, const uint32_t *rank, size_t wanted) {
  for (size_t i = 0; i < n; i++)
    if (rank[i] == wanted && is_stable (n, rank, i))
      return i;
  return n;
}

/* Phase 1: "<=" is greater than "!=", shapes go by their texts. */
static int by_operator (const matrix *m, size_t i, size_t j) {
  const recal_clause *a = m->of->clause + i, *b = m->of->clause + j;
  if (a->relation != b->relation)
    return a->relation < b->relation ? 1 : -1;
  return strcmp (m->of->row[i].shape, m->of->row[j].shape);
}

static int by_constant (const matrix *m, size_t i, size_t j) {
  return num_cmp (m->of->clause[i].constant, m->of->clause[j].constant);
}

/* Phase 2: the coefficients, whichever their place, from the greatest on. */
static int num_order (const void *a, const void *b) {
  return -num_cmp (*(const num *) a, *(const num *) b);
}

static void take_sorted (const matrix *m, bool is_row, size_t i, num *out) {
  size_t n = is_row ? m->n_cols : m->n_rows;
  for (size_t k = 0; k < n; k++)
    out[k] = is_row ? item (m, i, k) : item (m, k, i);
  qsort (out, n, sizeof *out, num_order);
}

static int by_values (const matrix *m, bool is_row, size_t i, size_t j) {
  size_t n = is_row ? m->n_cols : m->n_rows;
  num *a = memory_zalloc (m->mem, 2 * n * sizeof *a), *b = a + n;
  int res = 0;
  take_sorted (m, is_row, i, a);
  take_sorted (m, is_row, j, b);
  for (size_t k = 0; k < n && !res; k++)
    res = num_cmp (a[k], b[k]);
  memory_free (m->mem, a, 2 * n * sizeof *a);
  return res;
}

static int by_row_values (const matrix *m, size_t i, size_t j) {
  return by_values (m, true, i, j);
}

static int by_col_values (const matrix *m, size_t i, size_t j) {
  return by_values (m, false, i, j);
}

/* Phase 3: item by item, where the other side is stable. */
static int by_stable_cols (const matrix *m, size_t i, size_t j) {
  int res = 0;
  for (size_t k = 0; k < m->n_cols && !res; k++) {
    size_t col = stable_at (m->n_cols, m->col_rank, k);
    if (col < m->n_cols)
      res = num_cmp (item (m, i, col), item (m, j, col));
  }
  return res;
}

static int by_stable_rows (const matrix *m, size_t i, size_t j) {
  int res = 0;
  for (size_t k = 0; k < m->n_rows && !res; k++) {
    size_t row = stable_at (m->n_rows, m->row_rank, k);
    if (row < m->n_rows)
      res = num_cmp (item (m, row, i), item (m, row, j));
  }
  return res;
}

/* Phase 4. */

static bool has_converged (size_t n, const uint32_t *rank) {
  for (size_t i = 0; i < n; i++)
    if (!is_stable (n, rank, i))
      return false;
  return true;
}

static size_t permutations (const matrix *m) {
  size_t n = 1;
  for (size_t i = 0; i < m->n_cols && n <= RECAL_MOST; i++) {
    size_t before = 1;
    for (size_t j = 0; j < i; j++)
      before += m->col_rank[j] == m->col_rank[i];
    n *= before;
  }
  return n;
}

typedef struct permuting {
  const matrix *m;
  uint32_t *order, *best; /* place -> column */
  uint32_t *rows, *best_rows;
  bool has_best;
} permuting;

static int compare_rows (const permuting *p, const uint32_t *order, size_t i,
                         const uint32_t *other, size_t j) {
  int res = 0;
  for (size_t k = 0; k < p->m->n_cols && !res; k++)
    res = num_cmp (item (p->m, i, order[k]), item (p->m, j, other[k]));
  return res;
}

/* The greatest order of rows for these columns: by rank, then from the
 * greatest on.
 */
static void sort_rows (permuting *p) {
  for (uint32_t i = 0; i < p->m->n_rows; i++) {
    uint32_t k = i;
    for (; k; k--) {
      uint32_t before = p->rows[k - 1];
      uint32_t a = p->m->row_rank[before], b = p->m->row_rank[i];
      if (a < b ||
          (a == b && compare_rows (p, p->order, before, p->order, i) >= 0))
        break;
      p->rows[k] = before;
    }
    p->rows[k] = i;
  }
}

static void try_order (permuting *p) {
  int res = p->has_best ? 0 : 1;
  sort_rows (p);
  for (size_t i = 0; i < p->m->n_rows && !res; i++)
    res = compare_rows (p, p->order, p->rows[i], p->best, p->best_rows[i]);
  if (res <= 0)
    return;
  memcpy (p->best, p->order, p->m->n_cols * sizeof *p->best);
  memcpy (p->best_rows, p->rows, p->m->n_rows * sizeof *p->rows);
  p->has_best = true;
}

static void swap (uint32_t *a, uint32_t *b) {
  uint32_t t = *a;
  *a = *b;
  *b = t;
}

/* All orders of the columns from this place on, within their ranks. */
static void permute (permuting *p, size_t from) {
  if (from == p->m->n_cols) {
    try_order (p);
    return;
  }
  const uint32_t *rank = p->m->col_rank;
  for (size_t i = from; i < p->m->n_cols; i++)
    if (rank[p->order[i]] == rank[p->order[from]]) {
      swap (p->order + from, p->order + i);
      permute (p, from + 1);
      swap (p->order + from, p->order + i);
    }
}

static void find_greatest (const matrix *m, uint32_t *order) {
  size_t n = m->n_cols, all = 2 * (n + m->n_rows);
  uint32_t *room = memory_zalloc (m->mem, all * sizeof *room);
  permuting p = {.m = m, .order = order, .best = room};
  p.rows = room + n;
  p.best_rows = p.rows + m->n_rows;
  permute (&p, 0);
  memcpy (order, p.best, n * sizeof *order);
  memory_free (m->mem, room, all * sizeof *room);
}

/* The matrix. */

static void fill_matrix (matrix *m, size_t n_vars, uint32_t *col_of) {
  for (size_t i = 0; i < m->n_rows; i++)
    for (size_t k = 0; k < m->of->row[i].n; k++)
      col_of[m->of->row[i].coefficient[k].variable] = 1;
  for (size_t v = 0; v < n_vars; v++)
    if (col_of[v]) {
      m->variable[m->n_cols] = (uint32_t) v;
      col_of[v] = (uint32_t) m->n_cols++;
    }
  m->at = memory_zalloc (m->mem, (m->n_rows * m->n_cols + 1) * sizeof *m->at);
  for (size_t i = 0; i < m->n_rows; i++)
    for (size_t k = 0; k < m->of->row[i].n; k++) {
      const recal_coefficient *c = m->of->row[i].coefficient + k;
      m->at[i * m->n_cols + col_of[c->variable]] = &c->value;
    }
}

static void first_three (matrix *m) {
  (void) refine (m, m->n_rows, m->row_rank, by_operator);
  (void) refine (m, m->n_rows, m->row_rank, by_constant);
  (void) refine (m, m->n_rows, m->row_rank, by_row_values);
  (void) refine (m, m->n_cols, m->col_rank, by_col_values);
  bool has_changed = true;
  while (has_changed) {
    has_changed = refine (m, m->n_rows, m->row_rank, by_stable_cols);
    has_changed |= refine (m, m->n_cols, m->col_rank, by_stable_rows);
  }
}

static void order_columns (const matrix *m, uint32_t *order) {
  for (size_t i = 0; i < m->n_cols; i++) {
    size_t place = m->col_rank[i];
    for (size_t j = 0; j < i; j++)
      place += m->col_rank[j] == m->col_rank[i];
    order[place] = (uint32_t) i;
  }
}

bool recal_order (memory *mem, const clauses *of, unsigned phases,
                  size_t n_vars, u32_vec *out) {
  size_t room = 4 * (n_vars + of->n + 1);
  uint32_t *work = memory_zalloc (mem, room * sizeof *work);
  uint32_t *col_of = work, *order = work + n_vars;
  matrix m = {.mem = mem, .of = of, .n_rows = of->n};
  m.variable = order + n_vars;
  m.col_rank = m.variable + n_vars;
  m.row_rank = m.col_rank + n_vars;
  fill_matrix (&m, n_vars, col_of);
  if (m.n_cols)
    first_three (&m);
  order_columns (&m, order);
  bool is_done = has_converged (m.n_cols, m.col_rank);
  if (!is_done && phases > 3 && permutations (&m) <= RECAL_MOST) {
    find_greatest (&m, order);
    is_done = true;
  }
  vec_clear (out);
  for (size_t i = 0; i < m.n_cols; i++)
    vec_push (mem, out, m.variable[order[i]]);
  memory_free (mem, m.at, (m.n_rows * m.n_cols + 1) * sizeof *m.at);
  memory_free (mem, work, room * sizeof *work);
  return is_done;
}
