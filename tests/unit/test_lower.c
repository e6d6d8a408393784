#include "program/program_priv.h"

#include "program/lower_priv.h"
#include "support/code_text.h"
#include "support/codes.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define HEAD \
  "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-" \
  "i128:128-f80:128-n8:16:32:64-S128\"\n"

typedef struct lab {
  memory mem;
  program *p;
} lab;

static void open_lab (lab *l, const char *text) {
  *l = (lab) {0};
  l->p = codes_program (&l->mem, text);
}

static void close_lab (lab *l) {
  program_free (l->p);
  CHECK_EQ (l->mem.live, 0);
}

static uint64_t eval (lab *l, const char *f, unsigned n, uint64_t a, uint64_t b,
                      uint64_t c) {
  uint64_t arguments[] = {a, b, c, 0};
  return codes_result (l->p, f, n, arguments);
}

static const code *code_of (lab *l, const char *name) {
  const code *c = program_code (l->p, program_find_function (l->p, name));
  CHECK (code_is_valid (c));
  return c;
}

static unsigned count_ops (const code *c, op o) {
  unsigned n = 0;
  for (uint32_t i = 0; i < c->n_insns; i++)
    n += c->insn[i].op == o;
  return n;
}

static void check_listing (lab *l, const char *name, const char *expected) {
  char_vec out = {0};
  code_print (code_of (l, name), l->p, &l->mem, &out);
  CHECK_STR (text_c (&l->mem, &out), expected);
  vec_release (&l->mem, &out);
}

TEST (loop_with_phis) {
  lab l;
  open_lab (&l, HEAD "define i32 @sum(i32 %n) {\n"
                     "entry:\n"
                     "  br label %loop\n"
                     "loop:\n"
                     "  %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n"
                     "  %s = phi i32 [ 0, %entry ], [ %t, %loop ]\n"
                     "  %t = add nsw i32 %s, %i\n"
                     "  %j = add i32 %i, 1\n"
                     "  %c = icmp ugt i32 %j, %n\n"
                     "  br i1 %c, label %end, label %loop\n"
                     "end:\n"
                     "  ret i32 %t\n"
                     "}\n");
  CHECK_EQ (eval (&l, "sum", 1, 100, 0, 0), 5050);
  const code *c = code_of (&l, "sum");
  CHECK_EQ (c->n_blocks, 3);
  CHECK_EQ (c->n_params, 1);
  CHECK_EQ (c->block[1].weight, 6);
  CHECK_EQ (count_ops (c, OP_BRANCH), 1);
  close_lab (&l);
}

TEST (moves_of_an_edge_are_parallel) {
  lab l;
  open_lab (&l, HEAD "define i32 @turn(i32 %n) {\n"
                     "entry:\n"
                     "  br label %loop\n"
                     "loop:\n"
                     "  %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n"
                     "  %a = phi i32 [ 1, %entry ], [ %b, %loop ]\n"
                     "  %b = phi i32 [ 2, %entry ], [ %c, %loop ]\n"
                     "  %c = phi i32 [ 3, %entry ], [ %a, %loop ]\n"
                     "  %d = phi i32 [ 9, %entry ], [ %c, %loop ]\n"
                     "  %j = add i32 %i, 1\n"
                     "  %k = icmp ult i32 %j, %n\n"
                     "  br i1 %k, label %loop, label %end\n"
                     "end:\n"
                     "  %x = mul i32 %a, 1000\n"
                     "  %y = mul i32 %b, 100\n"
                     "  %z = mul i32 %c, 10\n"
                     "  %p = add i32 %x, %y\n"
                     "  %q = add i32 %p, %z\n"
                     "  %r = add i32 %q, %d\n"
                     "  ret i32 %r\n"
                     "}\n");
  CHECK_EQ (eval (&l, "turn", 1, 1, 0, 0), 1239);
  CHECK_EQ (eval (&l, "turn", 1, 2, 0, 0), 2313);
  CHECK_EQ (eval (&l, "turn", 1, 3, 0, 0), 3121);
  CHECK_EQ (eval (&l, "turn", 1, 4, 0, 0), 1232);
  close_lab (&l);
}

TEST (cases_with_one_target_are_one_alternative) {
  lab l;
  open_lab (&l, HEAD "define i8 @pick(i8 %x) {\n"
                     "entry:\n"
                     "  switch i8 %x, label %end [ i8 -1, label %a\n"
                     "    i8 3, label %end\n"
                     "    i8 1, label %a\n"
                     "    i8 2, label %end ]\n"
                     "a:\n"
                     "  br label %end\n"
                     "end:\n"
                     "  %r = phi i8 [ 7, %a ], [ 5, %entry ],\n"
                     "    [ 5, %entry ], [ 5, %entry ]\n"
                     "  ret i8 %r\n"
                     "}\n");
  CHECK_EQ (eval (&l, "pick", 1, 255, 0, 0), 7);
  CHECK_EQ (eval (&l, "pick", 1, 1, 0, 0), 7);
  CHECK_EQ (eval (&l, "pick", 1, 2, 0, 0), 5);
  CHECK_EQ (eval (&l, "pick", 1, 77, 0, 0), 5);
  const switching *s = code_of (&l, "pick")->switches;
  CHECK_EQ (s->n, 4);
  CHECK_EQ (s->value[0], 1);
  CHECK_EQ (s->value[3], 255);
  CHECK_EQ (s->pc[0], s->pc[3]);
  CHECK_EQ (s->pc[1], s->pc[2]);
  CHECK_EQ (s->pc[1], s->otherwise);
  CHECK (s->pc[0] != s->pc[1]);
  close_lab (&l);
}

TEST (constant_offsets_are_folded) {
  lab l;
  open_lab (&l, HEAD "%s = type { i32, i8, i64, [4 x i16] }\n"
                     "define i16 @get(ptr %p, i32 %i) {\n"
                     "  %f = getelementptr %s, ptr %p, i64 1, i32 3\n"
                     "  %g = getelementptr i16, ptr %f, i64 1\n"
                     "  %x = load i16, ptr %g\n"
                     "  %h = getelementptr [4 x i16], ptr %f, i64 0, i32 %i\n"
                     "  %y = load i16, ptr %h\n"
                     "  %z = add i16 %x, %y\n"
                     "  ret i16 %z\n"
                     "}\n");
  check_listing (&l, "get",
                 "get: 5 slots, 0 constants, 2 parameters\n"
                 "   0   block #0\n"
                 "   1   %2 = load.16 %0 #42\n"
                 "   2   %3 = index.64/32 %0 %1 #2\n"
                 "   3   %4 = offset.64 %3 #40\n"
                 "   4   %3 = load.16 %4 #0\n"
                 "   5   %4 = add.16 %2 %3\n"
                 "   6   return %4 #1\n");
  close_lab (&l);
}

TEST (globals_have_their_bytes) {
  lab l;
  open_lab (&l, HEAD
            "@text = private constant [3 x i8] c\"hi\\00\"\n"
            "@table = global { i8, i32, ptr, [2 x double] } { i8 1, i32 -2, "
            "ptr getelementptr (i8, ptr @text, i64 1), "
            "[2 x double] [double 0.5, double 1.0] }\n"
            "@zeros = global [100 x i32] zeroinitializer\n"
            "@other = external global i32\n"
            "@f = alias i8 (), ptr @get\n"
            "@handler = global ptr @f\n"
            "@weak = extern_weak global i32\n"
            "@maybe = global ptr @weak\n"
            "define i8 @get() {\n"
            "  %p = load ptr, ptr getelementptr (i8, ptr @table, i64 8)\n"
            "  %c = load i8, ptr %p\n"
            "  ret i8 %c\n"
            "}\n"
            "define i8 @call() {\n"
            "  %h = load ptr, ptr @handler\n"
            "  %r = call i8 %h()\n"
            "  %s = call i8 @f()\n"
            "  %t = add i8 %r, %s\n"
            "  ret i8 %t\n"
            "}\n");
  CHECK_EQ (program_count_globals (l.p), 7);
  const global *g = program_global (l.p, 1);
  CHECK_STR (g->name, "table");
  CHECK_EQ (g->size, 32);
  CHECK_EQ (g->bytes[0], 1);
  CHECK_EQ (g->bytes[4], 0xfe);
  CHECK_EQ (g->bytes[7], 0xff);
  uint64_t pointer;
  memcpy (&pointer, g->bytes + 8, 8);
  CHECK_EQ (pointer, program_global (l.p, 0)->address + 1);
  CHECK_EQ (g->layout.n, 3);
  CHECK_EQ (g->layout.run[2].offset, 8);
  CHECK_EQ (g->layout.run[2].count, 3);
  CHECK_EQ (program_global (l.p, 2)->size, 400);
  CHECK (!program_global (l.p, 2)->bytes);
  CHECK_EQ (program_global (l.p, 2)->layout.run[0].count, 100);
  CHECK (program_global (l.p, 3)->is_foreign);
  memcpy (&pointer, program_global (l.p, 6)->bytes, 8);
  CHECK_EQ (pointer, 0);
  CHECK_EQ (program_find_function (l.p, "f"),
            program_find_function (l.p, "get"));
  CHECK_EQ (eval (&l, "get", 0, 0, 0, 0), 'i');
  CHECK_EQ (eval (&l, "call", 0, 0, 0, 0), (uint8_t) ('i' + 'i'));
  close_lab (&l);
}

TEST (wide_and_float_constants) {
  lab l;
  open_lab (&l, HEAD "define i64 @high() {\n"
                     "  %x = add i128 -3, 1\n"
                     "  %y = lshr i128 %x, 64\n"
                     "  %z = trunc i128 %y to i64\n"
                     "  ret i64 %z\n"
                     "}\n"
                     "define i16 @exponent() {\n"
                     "  %p = alloca x86_fp80\n"
                     "  store x86_fp80 0xK3FFF8000000000000000, ptr %p\n"
                     "  %q = getelementptr i8, ptr %p, i64 8\n"
                     "  %e = load i16, ptr %q\n"
                     "  ret i16 %e\n"
                     "}\n"
                     "define i32 @one() {\n"
                     "  %b = bitcast float 1.0 to i32\n"
                     "  ret i32 %b\n"
                     "}\n");
  CHECK_EQ (eval (&l, "high", 0, 0, 0, 0), -1);
  CHECK_EQ (eval (&l, "exponent", 0, 0, 0, 0), 0x3fff);
  CHECK_EQ (eval (&l, "one", 0, 0, 0, 0), 0x3f800000);
  close_lab (&l);
}

TEST (vectors_are_taken_apart) {
  lab l;
  open_lab (
      &l, HEAD
      "define i32 @dot(i32 %a, i32 %b, i32 %i) {\n"
      "  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, "
      "i32 %a, i32 1\n"
      "  %w = insertelement <4 x i32> %v, i32 %b, i32 %i\n"
      "  %s = shufflevector <4 x i32> %w, <4 x i32> %v, "
      "<4 x i32> <i32 3, i32 4, i32 1, i32 6>\n"
      "  %m = mul <4 x i32> %s, %w\n"
      "  %c = icmp ugt <4 x i32> %m, splat (i32 5)\n"
      "  %n = select <4 x i1> %c, <4 x i32> %m, <4 x i32> zeroinitializer\n"
      "  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %n)\n"
      "  ret i32 %r\n"
      "}\n"
      "define i8 @mask(<4 x i1> %v) {\n"
      "  %p = alloca i8\n"
      "  store i8 0, ptr %p\n"
      "  store <4 x i1> <i1 1, i1 0, i1 1, i1 1>, ptr %p\n"
      "  %x = load i8, ptr %p\n"
      "  %b = load <4 x i1>, ptr %p\n"
      "  %e = extractelement <4 x i1> %b, i32 2\n"
      "  %z = zext i1 %e to i8\n"
      "  %y = shl i8 %x, 1\n"
      "  %r = or i8 %y, %z\n"
      "  ret i8 %r\n"
      "}\n"
      "define i32 @cast(i64 %x, i32 %i) {\n"
      "  %v = bitcast i64 %x to <4 x i16>\n"
      "  %e = extractelement <4 x i16> %v, i32 %i\n"
      "  %w = bitcast <4 x i16> %v to <2 x i32>\n"
      "  %h = extractelement <2 x i32> %w, i32 1\n"
      "  %z = zext i16 %e to i32\n"
      "  %r = add i32 %h, %z\n"
      "  ret i32 %r\n"
      "}\n"
      "declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)\n");
  /* v = 1 a 3 4, w = 1 a b 4, s = 4 1 a 3: products 4 a a*b 12 */
  CHECK_EQ (eval (&l, "dot", 3, 10, 20, 2), 10 + 200 + 12);
  CHECK_EQ (eval (&l, "mask", 4, 0, 0, 0), 27);
  CHECK_EQ (eval (&l, "cast", 2, 0x1111222233334444, 2, 0),
            0x11112222 + 0x2222);
  close_lab (&l);
}

TEST (aggregates_are_runs) {
  lab l;
  open_lab (&l, HEAD
            "%t = type { i32, [2 x i64], i8 }\n"
            "define %t @make(i32 %a, i64 %b) {\n"
            "  %x = insertvalue %t { i32 5, [2 x i64] [i64 6, i64 7], i8 8 }, "
            "i64 %b, 1, 1\n"
            "  %y = insertvalue %t %x, i32 %a, 0\n"
            "  ret %t %y\n"
            "}\n"
            "define i64 @use(i32 %a, i64 %b) {\n"
            "  %p = alloca %t\n"
            "  %x = call %t @make(i32 %a, i64 %b)\n"
            "  store %t %x, ptr %p\n"
            "  %y = load %t, ptr %p\n"
            "  %u = extractvalue %t %y, 1\n"
            "  %v = extractvalue [2 x i64] %u, 1\n"
            "  %w = extractvalue %t %y, 2\n"
            "  %z = zext i8 %w to i64\n"
            "  %r = add i64 %v, %z\n"
            "  ret i64 %r\n"
            "}\n");
  CHECK_EQ (program_function (l.p, 0)->n_results, 4);
  CHECK_EQ (eval (&l, "use", 2, 1, 100, 0), 108);
  close_lab (&l);
}

TEST (parameters_by_value_are_copied) {
  lab l;
  open_lab (&l, HEAD "define void @change(ptr byval([4 x i32]) %p) {\n"
                     "  store i32 9, ptr %p\n"
                     "  ret void\n"
                     "}\n"
                     "define i32 @run() {\n"
                     "  %a = alloca [4 x i32]\n"
                     "  store i32 3, ptr %a\n"
                     "  call void @change(ptr byval([4 x i32]) %a)\n"
                     "  %r = load i32, ptr %a\n"
                     "  ret i32 %r\n"
                     "}\n");
  CHECK_EQ (eval (&l, "run", 0, 0, 0, 0), 3);
  close_lab (&l);
}

TEST (labels_have_addresses) {
  lab l;
  open_lab (&l,
            HEAD "@labels = constant [2 x ptr] [ptr blockaddress(@go, %a), "
                 "ptr blockaddress(@go, %b)]\n"
                 "define i32 @go(i64 %i) {\n"
                 "entry:\n"
                 "  %p = getelementptr [2 x ptr], ptr @labels, i64 0, i64 %i\n"
                 "  %t = load ptr, ptr %p\n"
                 "  indirectbr ptr %t, [ label %a, label %b ]\n"
                 "a:\n"
                 "  ret i32 10\n"
                 "b:\n"
                 "  ret i32 20\n"
                 "}\n");
  CHECK_EQ (eval (&l, "go", 1, 0, 0, 0), 10);
  CHECK_EQ (eval (&l, "go", 1, 1, 0, 0), 20);
  close_lab (&l);
}

TEST (relative_tables_become_absolute) {
  lab l;
  open_lab (&l, HEAD
            "@x = private constant [2 x i8] c\"x\\00\"\n"
            "@y = private constant [2 x i8] c\"y\\00\"\n"
            "@t = private constant [2 x i32] [i32 trunc (i64 sub "
            "(i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @t to i64)) to "
            "i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @y to i64), "
            "i64 ptrtoint (ptr @t to i64)) to i32)]\n"
            "define i8 @get(i64 %i) {\n"
            "  %o = shl i64 %i, 2\n"
            "  %p = call ptr @llvm.load.relative.i64(ptr @t, i64 %o)\n"
            "  %c = load i8, ptr %p\n"
            "  ret i8 %c\n"
            "}\n"
            "declare ptr @llvm.load.relative.i64(ptr, i64)\n");
  CHECK_EQ (eval (&l, "get", 1, 0, 0, 0), 'x');
  CHECK_EQ (eval (&l, "get", 1, 1, 0, 0), 'y');
  close_lab (&l);
}

TEST (what_is_unknown_is_named) {
  lab l;
  open_lab (&l, HEAD "define void @odd() {\n"
                     "  call void asm sideeffect \"\", \"~{memory}\"()\n"
                     "  call void @llvm.eh.unwind.init()\n"
                     "  call void asm sideeffect \"rdtsc\", \"~{eax}\"()\n"
                     "  ret void\n"
                     "}\n"
                     "define i32 @tied(i32 %x) {\n"
                     "  %y = call i32 asm \"\", \"=r,0,~{dirflag}\"(i32 %x)\n"
                     "  ret i32 %y\n"
                     "}\n"
                     "define i200 @wide(i200 %x) {\n"
                     "  %y = add i200 %x, 1\n"
                     "  ret i200 %y\n"
                     "}\n"
                     "declare void @llvm.eh.unwind.init()\n");
  const code *c = code_of (&l, "odd");
  CHECK_EQ (count_ops (c, OP_UNSUPPORTED), 2);
  CHECK_STR (c->texts[0], "llvm.eh.unwind.init");
  CHECK_STR (c->texts[1], "inline assembly 'rdtsc'");
  CHECK_EQ (eval (&l, "tied", 1, 77, 0, 0), 77);
  CHECK (count_ops (code_of (&l, "wide"), OP_UNSUPPORTED) > 0);
  close_lab (&l);
}

TEST (builtins_are_found_by_name) {
  lab l;
  open_lab (&l, HEAD "define ptr @main(i32 %x) {\n"
                     "  %p = call ptr @malloc(i64 4)\n"
                     "  %n = call i32 @__VERIFIER_nondet_int()\n"
                     "  %f = call float @__VERIFIER_nondet_float()\n"
                     "  call void @exit(i32 0)\n"
                     "  call void @llvm.trap()\n"
                     "  call void @unknown(i32 %n)\n"
                     "  ret ptr %p\n"
                     "}\n"
                     "define ptr @malloc(i64 %n) {\n"
                     "  ret ptr null\n"
                     "}\n"
                     "define void @exit(i32 %n) {\n"
                     "  ret void\n"
                     "}\n"
                     "declare i32 @__VERIFIER_nondet_int()\n"
                     "declare float @__VERIFIER_nondet_float()\n"
                     "declare void @unknown(i32)\n"
                     "declare void @llvm.trap()\n");
  const code *c = code_of (&l, "main");
  static const uint32_t expected[] = {BUILTIN_MALLOC, BUILTIN_NONDET,
                                      BUILTIN_NONDET, BUILTIN_TRAP};
  unsigned n = 0;
  for (uint32_t i = 0; i < c->n_insns; i++)
    if (c->insn[i].op == OP_BUILTIN) {
      CHECK_EQ (c->insn[i].a, expected[n]);
      CHECK_EQ (c->insn[i].x & BUILTIN_FLOAT, n == 2);
      if (c->insn[i].x & BUILTIN_NAMED)
        CHECK_STR (program_function (l.p, c->pool[c->insn[i].b])->name,
                   n == 1 ? "__VERIFIER_nondet_int"
                          : "__VERIFIER_nondet_float");
      CHECK_EQ ((c->insn[i].x & BUILTIN_NAMED) != 0, n == 1 || n == 2);
      n++;
    }
  CHECK_EQ (n, 4);
  CHECK_EQ (count_ops (c, OP_CALL), 2);
  close_lab (&l);
}

/* Each against its meaning, on the ends of ranges and in between. */

#define UNARY(NAME, W) \
  "define i" #W " @" #NAME "(i" #W " %a) {\n" \
  "  %r = call i" #W " @llvm." #NAME ".i" #W "(i" #W " %a)\n" \
  "  ret i" #W " %r\n}\n" \
  "declare i" #W " @llvm." #NAME ".i" #W "(i" #W ")\n"
#define BINARY(FUNCTION, NAME, W) \
  "define i" #W " @" #FUNCTION "(i" #W " %a, i" #W " %b) {\n" \
  "  %r = call i" #W " @llvm." #NAME ".i" #W "(i" #W " %a, i" #W " %b)\n" \
  "  ret i" #W " %r\n}\n" \
  "declare i" #W " @llvm." #NAME ".i" #W "(i" #W ", i" #W ")\n"
#define FUNNEL(NAME, W) \
  "define i" #W " @" #NAME "(i" #W " %a, i" #W " %b, i" #W " %c) {\n" \
  "  %r = call i" #W " @llvm." #NAME ".i" #W "(i" #W " %a, i" #W " %b, i" #W \
  " %c)\n" \
  "  ret i" #W " %r\n}\n" \
  "declare i" #W " @llvm." #NAME ".i" #W "(i" #W ", i" #W ", i" #W ")\n"

static int clamped (int v) { return v < -128 ? -128 : v > 127 ? 127 : v; }

static void check_bytes (lab *l, int a, int b) {
  uint64_t x = (uint8_t) a, y = (uint8_t) b;
  CHECK_EQ ((int8_t) eval (l, "smin", 2, x, y, 0), a < b ? a : b);
  CHECK_EQ ((int8_t) eval (l, "smax", 2, x, y, 0), a > b ? a : b);
  CHECK_EQ (eval (l, "umin", 2, x, y, 0), x < y ? x : y);
  CHECK_EQ (eval (l, "umax", 2, x, y, 0), x > y ? x : y);
  CHECK_EQ ((int8_t) eval (l, "sadd", 2, x, y, 0), clamped (a + b));
  CHECK_EQ ((int8_t) eval (l, "ssub", 2, x, y, 0), clamped (a - b));
  CHECK_EQ (eval (l, "uadd", 2, x, y, 0), x + y > 255 ? 255 : x + y);
  CHECK_EQ (eval (l, "usub", 2, x, y, 0), x < y ? 0 : x - y);
  for (unsigned k = 0; k < 20; k += 3) {
    uint64_t pair = x << 8 | y;
    CHECK_EQ (eval (l, "fshl", 3, x, y, k), (uint8_t) (pair >> (8 - k % 8)));
    CHECK_EQ (eval (l, "fshr", 3, x, y, k), (uint8_t) (pair >> k % 8));
  }
}

TEST (intrinsics_mean_what_they_say) {
  lab l;
  open_lab (
      &l,
      HEAD UNARY (ctpop, 32) UNARY (bswap, 32) UNARY (bitreverse, 32) BINARY (
          smin, smin, 8) BINARY (smax, smax, 8) BINARY (umin, umin, 8)
          BINARY (umax, umax, 8) BINARY (sadd, sadd.sat, 8) BINARY (
              ssub, ssub.sat, 8) BINARY (uadd, uadd.sat, 8)
              BINARY (usub, usub.sat, 8) FUNNEL (fshl, 8) FUNNEL (
                  fshr, 8) "define i8 @convert(float %x) {\n"
                           "  %r = call i8 @llvm.fptosi.sat.i8.f32(float %x)\n"
                           "  ret i8 %r\n}\n"
                           "declare i8 @llvm.fptosi.sat.i8.f32(float)\n");
  CHECK_EQ (eval (&l, "ctpop", 1, 0xf0f1, 0, 0), 9);
  CHECK_EQ (eval (&l, "bswap", 1, 0x01020304, 0, 0), 0x04030201);
  CHECK_EQ (eval (&l, "bitreverse", 1, 3, 0, 0), 0xc0000000);
  static const int values[] = {-128, -127, -77, -1, 0, 1, 3, 64, 126, 127};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
      check_bytes (&l, values[i], values[k]);
  static const float reals[] = {-1e9f, -128, -3.7f, 0, 3.7f, 127, 128, 1e30f};
  static const int rounded[] = {-128, -128, -3, 0, 3, 127, 127, 127};
  for (size_t i = 0; i < 8; i++) {
    uint32_t bits;
    memcpy (&bits, reals + i, 4);
    CHECK_EQ ((int8_t) eval (&l, "convert", 1, bits, 0, 0), rounded[i]);
  }
  CHECK_EQ (eval (&l, "convert", 1, 0x7fc00000, 0, 0), 0);
  close_lab (&l);
}

TEST (strict_floating_point) {
  lab l;
  open_lab (&l, HEAD
            "define i32 @f(double %a, double %b) strictfp {\n"
            "  %s = call double @llvm.experimental.constrained.fadd.f64(double "
            "%a, double %b, metadata !\"round.dynamic\", "
            "metadata !\"fpexcept.strict\") strictfp\n"
            "  %c = call i1 @llvm.experimental.constrained.fcmps.f64(double "
            "%s, double 3.0, metadata !\"ult\", "
            "metadata !\"fpexcept.strict\") strictfp\n"
            "  %i = call i32 @llvm.experimental.constrained.fptosi.i32.f64("
            "double %s, metadata !\"fpexcept.strict\") strictfp\n"
            "  %r = select i1 %c, i32 -1, i32 %i\n"
            "  ret i32 %r\n"
            "}\n"
            "declare double @llvm.experimental.constrained.fadd.f64(double, "
            "double, metadata, metadata)\n"
            "declare i1 @llvm.experimental.constrained.fcmps.f64(double, "
            "double, metadata, metadata)\n"
            "declare i32 @llvm.experimental.constrained.fptosi.i32.f64(double, "
            "metadata)\n");
  static const double values[] = {0.5, 2.25, 2.5};
  uint64_t bits[3];
  memcpy (bits, values, sizeof bits);
  CHECK_EQ ((int32_t) eval (&l, "f", 2, bits[0], bits[1], 0), -1);
  CHECK_EQ (eval (&l, "f", 2, bits[1], bits[2], 0), 4);
  CHECK_EQ (eval (&l, "f", 2, bits[0], bits[2], 0), 3);
  close_lab (&l);
}

/* A table that is not sorted would lose some. */
TEST (intrinsics_are_found) {
  static const char *const names[] = {
      "llvm.abs.i32",
      "llvm.memcpy.p0.p0.i64",
      "llvm.memcpy.inline.p0",
      "llvm.memset.p0.i64",
      "llvm.va_start",
      "llvm.va_start.p0",
      "llvm.va_copy",
      "llvm.expect.i1",
      "llvm.exp2.f64",
      "llvm.expect.with.probability.i1",
      "llvm.lifetime.end.p0",
      "llvm.experimental.noalias.scope.decl",
      "llvm.ucmp.i8.i32",
      "llvm.vector.reduce.xor.v4i32",
      "llvm.stacksave.p0",
      "llvm.umul.with.overflow.i64",
      "llvm.trunc.f64",
      "llvm.assume",
      "llvm.experimental.constrained.fadd.f80",
      "llvm.experimental.constrained.uitofp.f64.i32",
      "llvm.experimental.constrained.ceil.f64",
      "llvm.ptrmask.p0.i64",
      "llvm.is.constant.i32"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!lower_intrinsic_is_known (names[i], strlen (names[i])))
      FAIL ("%s is not known", names[i]);
  CHECK (!lower_intrinsic_is_known ("llvm.no.such", 12));
  CHECK (!lower_intrinsic_is_known ("llvm.ab", 7));
}

TEST (slots_are_shared_within_blocks) {
  lab l;
  open_lab (&l, HEAD "define i32 @f(i32 %x) {\n"
                     "  %a = add i32 %x, 1\n"
                     "  %b = mul i32 %a, 2\n"
                     "  %c = add i32 %b, 3\n"
                     "  %d = mul i32 %c, 4\n"
                     "  %e = icmp ult i32 %d, 100\n"
                     "  br i1 %e, label %y, label %n\n"
                     "y:\n"
                     "  %g = add i32 %d, 1\n"
                     "  %h = add i32 %g, 1\n"
                     "  ret i32 %h\n"
                     "n:\n"
                     "  ret i32 %d\n"
                     "}\n");
  const code *c = code_of (&l, "f");
  CHECK_EQ (c->n_slots - c->n_constants, 4); /* x, d and two of the pool */
  CHECK_EQ (eval (&l, "f", 1, 1, 0, 0), 30);
  CHECK_EQ (eval (&l, "f", 1, 100, 0, 0), 820);
  close_lab (&l);
}

/* Digests. */

static hash128 digest_of (const char *text, const char *f, uint32_t b) {
  lab l;
  open_lab (&l, text);
  const code *c = code_of (&l, f);
  hash128 res = b == UINT32_MAX ? c->digest : c->block[b].digest;
  close_lab (&l);
  return res;
}

#define BODY(CONST, STR) \
  "define i32 @f(i32 %a) {\n" \
  "  %c = icmp eq i32 %a, 3\n" \
  "  br i1 %c, label %x, label %y\n" \
  "x:\n" \
  "  %d = add i32 %a, " CONST "\n" \
  "  ret i32 %d\n" \
  "y:\n" \
  "  %e = call i32 @g(ptr @" STR ")\n" \
  "  ret i32 %e\n" \
  "}\n" \
  "declare i32 @g(ptr)\n"

TEST (digests_see_what_matters) {
  static const char one[] =
      HEAD "@s = private constant [2 x i8] c\"a\\00\"\n" BODY ("1", "s");
  static const char renamed[] =
      HEAD "@before = global i32 7\n"
           "@s.9 = private constant [2 x i8] c\"a\\00\"\n"
           "define void @other() {\n  ret void\n}\n" BODY ("1", "s.9");
  static const char other_number[] =
      HEAD "@s = private constant [2 x i8] c\"a\\00\"\n" BODY ("2", "s");
  static const char other_text[] =
      HEAD "@s = private constant [2 x i8] c\"b\\00\"\n" BODY ("1", "s");
  CHECK (hash128_eq (digest_of (one, "f", UINT32_MAX),
                     digest_of (renamed, "f", UINT32_MAX)));
  CHECK (!hash128_eq (digest_of (one, "f", UINT32_MAX),
                      digest_of (other_number, "f", UINT32_MAX)));
  CHECK (!hash128_eq (digest_of (one, "f", UINT32_MAX),
                      digest_of (other_text, "f", UINT32_MAX)));
  for (uint32_t b = 0; b < 3; b++) {
    hash128 was = digest_of (one, "f", b);
    CHECK_EQ (hash128_eq (was, digest_of (other_number, "f", b)), b != 1);
    CHECK (
        hash128_eq (was, digest_of (other_text, "f", b))); /* see outline.h */
  }
}
