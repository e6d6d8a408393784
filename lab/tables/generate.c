#include "lab/tables/generate.h"

#define FUNCTION_LINES 50 /* on average, about */
#define PARAMETERS 3
#define LOCALS 4
#define DEPTH 3 /* of blocks within blocks */

typedef struct generator {
  FILE *to;
  uint64_t seed;
  unsigned lines;    /* written */
  unsigned function; /* the one being written */
  unsigned inputs;
  unsigned loops; /* in this function */
  bool may_call;
} generator;

/* 0 to n - 1 */
static unsigned draw (generator *g, unsigned n) {
  g->seed = g->seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (g->seed >> 33) % n;
}

static void start_line (generator *g, unsigned depth) {
  fprintf (g->to, "%*s", 2 * (int) depth, "");
  g->lines++;
}

/* A variable of the function: an argument more often than a local. */
static void put_variable (generator *g) {
  if (draw (g, 3))
    fprintf (g->to, "p%u", draw (g, PARAMETERS));
  else
    fprintf (g->to, "v%u", draw (g, LOCALS));
}

static void put_constant (generator *g) {
  fprintf (g->to, "%u", draw (g, 200));
}

/* Assignments have arguments on the right only, or one local, so that sums do
 * not grow along a path without end.
 */
static void put_sum (generator *g) {
  if (!draw (g, 3)) {
    fprintf (g->to, "v%u", draw (g, LOCALS));
  } else {
    fprintf (g->to, "p%u", draw (g, PARAMETERS));
    if (draw (g, 2))
      fprintf (g->to, " %c %u * p%u", draw (g, 2) ? '+' : '-', 1 + draw (g, 3),
               draw (g, PARAMETERS));
  }
  fputs (draw (g, 2) ? " + " : " - ", g->to);
  put_constant (g);
}

static void put_condition (generator *g) {
  static const char *const relation[] = {"<", "<=", ">", ">=", "==", "!="};
  put_variable (g);
  fprintf (g->to, " %s ", relation[draw (g, 6)]);
  if (draw (g, 2)) {
    put_variable (g);
    fputs (" + ", g->to);
  }
  put_constant (g);
}

static void put_assignment (generator *g, unsigned depth) {
  start_line (g, depth);
  fprintf (g->to, "v%u = ", draw (g, LOCALS));
  put_sum (g);
  fputs (";\n", g->to);
}

/* Of a function that is there already and calls none. */
static void put_call (generator *g, unsigned depth) {
  start_line (g, depth);
  fprintf (g->to, "v%u = f%u (", draw (g, LOCALS),
           draw (g, g->function / 2) * 2);
  for (unsigned i = 0; i < PARAMETERS; i++) {
    fputs (i ? ", " : "", g->to);
    put_variable (g);
  }
  fputs (");\n", g->to);
  g->may_call = false;
}

typedef enum statement { ASSIGN, CALL, DECIDE, LOOP } statement;

static statement draw_statement (generator *g, unsigned depth) {
  unsigned n = draw (g, 100);
  if (n < 2 && g->may_call)
    return CALL;
  if (depth > DEPTH || n >= 13)
    return ASSIGN;
  return n == 12 && g->loops < 1 ? LOOP : DECIDE;
}

/* Blocks within blocks are written by a stack of what is left in each. */
typedef struct generated_block {
  unsigned left;
  bool has_else;
} generated_block;

static void open_block (generator *g, generated_block *b, unsigned depth,
                        statement s) {
  start_line (g, depth - 1);
  *b = (generated_block) {2 + draw (g, 4), s == DECIDE && draw (g, 2)};
  if (s == LOOP) {
    fprintf (g->to, "for (int i = 0; i < %u; i++) {\n", 2 + draw (g, 2));
    g->loops++;
    return;
  }
  fputs ("if (", g->to);
  put_condition (g);
  fputs (") {\n", g->to);
}

/* True when the block is over. */
static bool close_block (generator *g, generated_block *b, unsigned depth) {
  start_line (g, depth - 1);
  bool is_over = !b->has_else;
  fputs (is_over ? "}\n" : "} else {\n", g->to);
  *b = (generated_block) {2 + draw (g, 4), false};
  return is_over;
}

static void put_body (generator *g, unsigned n) {
  generated_block stack[DEPTH + 2] = {{n, false}};
  for (unsigned depth = 1; depth;) {
    generated_block *b = stack + depth - 1;
    if (!b->left) {
      depth -= depth == 1 || close_block (g, b, depth);
      continue;
    }
    b->left--;
    statement s = draw_statement (g, depth);
    if (s == ASSIGN)
      put_assignment (g, depth);
    else if (s == CALL)
      put_call (g, depth);
    else {
      depth++;
      open_block (g, stack + depth - 1, depth, s);
    }
  }
}

static void put_function (generator *g) {
  unsigned f = g->function;
  fprintf (g->to, "\nstatic int f%u (int p0, int p1, int p2) {\n", f);
  fputs ("  int v0 = p0, v1 = p1, v2 = p2, v3 = p0 - p1;\n", g->to);
  g->lines += 3;
  g->loops = 0;
  g->may_call = f % 2 && f > 1;
  put_body (g, FUNCTION_LINES / 2 + draw (g, FUNCTION_LINES / 2));
  fprintf (g->to, "  return v%u;\n}\n", draw (g, LOCALS));
  g->lines += 2;
  g->function++;
}

static void put_main (generator *g) {
  fputs ("\nint main (void) {\n", g->to);
  for (unsigned i = 0; i < g->inputs; i++)
    fprintf (g->to,
             "  int in%u;\n  klee_make_symbolic (&in%u, sizeof in%u, "
             "\"in%u\");\n",
             i, i, i, i);
  fputs ("  int result = 0;\n", g->to);
  for (unsigned f = 0; f < g->function; f++) {
    fprintf (g->to, "  result = f%u (", f);
    for (unsigned i = 0; i < PARAMETERS; i++) {
      if (i)
        fputs (", ", g->to);
      if (i == 2 && !draw (g, 3))
        fputs ("result", g->to);
      else
        fprintf (g->to, "in%u", draw (g, g->inputs));
    }
    fputs (");\n", g->to);
  }
  fputs ("  (void) result;\n  return 0;\n}\n", g->to);
}

void generate_program (unsigned lines, uint64_t seed, FILE *to) {
  generator g = {.to = to,
                 .seed = (seed + 1) * 0x9e3779b97f4a7c15u + lines,
                 .inputs = 4 + lines / 500};
  fputs ("void klee_make_symbolic (void *, unsigned long, const char *);\n",
         to);
  while (g.lines + g.function < lines)
    put_function (&g);
  put_main (&g);
}
