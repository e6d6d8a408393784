#include "klee/assembly.h"

/* The body of a function: lines[first .. first + n). */
typedef struct body {
  uint32_t first, n, branches;
} body;

struct assembly {
  memory *mem;
  program *program;
  u32_vec lines; /* of instructions, function by function */
  body *body;    /* by function */
  uint32_t n;    /* functions */
};

/* Two blanks and no more; what belongs to an instruction above has more, or is
 * the bracket that closes its list.
 */
static bool is_instruction (const char *line) {
  bool is_one = line[0] == ' ' && line[1] == ' ' && line[2] && line[2] != ' ' &&
                line[2] != ']' && line[2] != ';' && line[2] != '\n';
  return is_one && !text_begins (line, "  call void @llvm.dbg.") &&
         !text_begins (line, "  tail call void @llvm.dbg.");
}

static const char *line_after (const char *line) {
  const char *end = strchr (line, '\n');
  return end ? end + 1 : line + strlen (line);
}

/* The line behind the function that is defined on this one. */
static const char *scan_body (assembly *a, body *b, const char *text,
                              uint32_t *at) {
  b->first = (uint32_t) a->lines.len;
  for (; *text && *text != '}'; text = line_after (text), ++*at)
    if (is_instruction (text)) {
      vec_push (a->mem, &a->lines, *at);
      b->branches += text_begins (text, "  br i1 ");
    }
  b->n = (uint32_t) a->lines.len - b->first;
  return text;
}

/* The text has the bodies in the order of 'bodies'. Functions that are never
 * called have no number, and their bodies go to the one behind the last.
 */
static void scan (assembly *a, const u32_vec *bodies, const char *text) {
  size_t i = 0;
  for (uint32_t at = 1; *text && i < bodies->len;
       text = line_after (text), at++)
    if (text_begins (text, "define ")) {
      uint32_t f = bodies->data[i++];
      text = scan_body (a, a->body + (f < a->n ? f : a->n), text, &at);
    }
}

assembly *assembly_new (memory *mem, program *p, FILE *file) {
  assembly *a = memory_zalloc (mem, sizeof *a);
  char_vec text = {0};
  u32_vec bodies = {0};
  a->mem = mem;
  a->program = p;
  a->n = program_count_functions (p);
  a->body = memory_zalloc (a->mem, (a->n + 1) * sizeof *a->body);
  program_print (p, mem, &text, &bodies);
  scan (a, &bodies, text_c (mem, &text));
  if (file)
    fputs (text.data, file);
  vec_release (mem, &text, &bodies);
  return a;
}

void assembly_free (assembly *a) {
  if (!a)
    return;
  memory_free (a->mem, a->body, (a->n + 1) * sizeof *a->body);
  vec_release (a->mem, &a->lines);
  memory_free (a->mem, a, sizeof *a);
}

uint32_t assembly_line (const assembly *a, uint32_t f, uint32_t pc) {
  if (f >= a->n || !program_has_code (a->program, f))
    return 0;
  const code *c = program_code (a->program, f);
  uint32_t at = pc < c->n_insns ? c->origin[pc] : UINT32_MAX;
  return at < a->body[f].n ? a->lines.data[a->body[f].first + at] : 0;
}

const uint32_t *assembly_lines (const assembly *a, uint32_t f, uint32_t *n) {
  *n = f < a->n ? a->body[f].n : 0;
  return *n ? a->lines.data + a->body[f].first : NULL;
}

uint32_t assembly_count_branches (const assembly *a, uint32_t f) {
  return f < a->n ? a->body[f].branches : 0;
}
