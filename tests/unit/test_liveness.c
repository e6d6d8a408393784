/* Which slots matter, on small functions. */

#include "program/liveness.h"

#include "support/codes.h"
#include "test.h"

typedef struct lab {
  memory mem;
  program *p;
  const code *code;
  liveness *live;
} lab;

static void open_lab (lab *l, const char *text) {
  *l = (lab) {0};
  l->p = codes_program (&l->mem, text);
  l->code = program_code (l->p, program_start (l->p));
  l->live = liveness_new (&l->mem, l->code);
}

static void close_lab (lab *l) {
  liveness_free (l->live);
  program_free (l->p);
  CHECK_EQ (l->mem.live, 0);
}

static uint32_t find (const lab *l, op what) {
  uint32_t pc = 0;
  while (pc < l->code->n_insns && l->code->insn[pc].op != what)
    pc++;
  CHECK (pc < l->code->n_insns);
  return pc;
}

static bool has (size_t n, const uint32_t *slots, uint32_t slot) {
  for (size_t i = 0; i < n; i++)
    if (slots[i] == slot)
      return true;
  return false;
}

static const char calls[] = "declare i32 @other (i32)\n"
                            "define i32 @start (i32 %x, i32 %y) {\n"
                            "  %a = add i32 %x, %y\n"
                            "  %b = call i32 @other (i32 %a)\n"
                            "  %c = mul i32 %b, %y\n"
                            "  ret i32 %c\n"
                            "}\n";

TEST (liveness_ends_at_last_use) {
  lab l;
  open_lab (&l, calls);
  const uint32_t *slots;
  uint32_t x = l.code->n_constants, y = x + 1;
  size_t n = liveness_before (l.live, 0, &slots);
  CHECK_EQ (n, 2);
  CHECK (has (n, slots, x) && has (n, slots, y));
  uint32_t call = find (&l, OP_CALL);
  n = liveness_before (l.live, call, &slots);
  CHECK_EQ (n, 2);
  CHECK (!has (n, slots, x) && has (n, slots, y));
  n = liveness_before (l.live, call + 1, &slots);
  CHECK_EQ (n, 2);
  CHECK (has (n, slots, l.code->insn[call].dst));
  n = liveness_within_call (l.live, call + 1, &slots);
  CHECK_EQ (n, 1);
  CHECK (has (n, slots, y));
  close_lab (&l);
}

static const char loops[] = "define i32 @start (i32 %n, i32 %k) {\n"
                            "entry:\n"
                            "  br label %head\n"
                            "head:\n"
                            "  %i = phi i32 [0, %entry], [%j, %body]\n"
                            "  %c = icmp ult i32 %i, %n\n"
                            "  br i1 %c, label %body, label %end\n"
                            "body:\n"
                            "  %j = add i32 %i, %k\n"
                            "  br label %head\n"
                            "end:\n"
                            "  ret i32 %i\n"
                            "}\n";

TEST (liveness_goes_round_loops) {
  lab l;
  open_lab (&l, loops);
  const uint32_t *slots;
  uint32_t n_at = l.code->n_constants, k_at = n_at + 1;
  size_t n = liveness_before (l.live, find (&l, OP_ADD), &slots);
  CHECK (has (n, slots, n_at) && has (n, slots, k_at));
  n = liveness_before (l.live, find (&l, OP_RETURN), &slots);
  CHECK_EQ (n, 1);
  close_lab (&l);
}
