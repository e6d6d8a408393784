/* The texts are files of runtime/export, where they are C and not strings. */

#define TEXT(NAME, FILE) \
  __asm__ (".pushsection .rodata\n" \
           ".globl " #NAME "\n" \
           ".hidden " #NAME "\n" #NAME ":\n" \
           ".incbin \"runtime/export/" FILE "\"\n" \
           ".byte 0\n" \
           ".popsection")

TEXT (c_runtime_inputs, "inputs.c");
TEXT (c_runtime_klee, "klee.c");
TEXT (c_runtime_run, "run.c");
TEXT (c_runtime_main, "main.c");
TEXT (c_runtime_cmocka, "cmocka.c");
