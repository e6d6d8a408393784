/* Stand-ins for parts of the machine that are not linked. */
#include "machine/machine_priv.h"
#include <stdlib.h>
#define WEAK __attribute__ ((weak))
WEAK step op_float (machine *m, state *s, const insn *i) {
  (void) i;
  return machine_unsupported (m, s, "float");
}
WEAK step foreign_call (machine *m, state *s, uint32_t f, const insn *i,
                        uint32_t n, const word *a) {
  (void) f, (void) i, (void) n, (void) a;
  return machine_unsupported (m, s, "foreign");
}
WEAK void foreign_free (machine *m, struct foreign *f) { (void) m, (void) f; }
WEAK uint32_t program_start (const program *p) {
  (void) p;
  abort ();
}
WEAK uint32_t program_count_functions (const program *p) {
  (void) p;
  abort ();
}
WEAK const function *program_function (const program *p, uint32_t i) {
  (void) p, (void) i;
  abort ();
}
WEAK const code *program_code (program *p, uint32_t i) {
  (void) p, (void) i;
  abort ();
}
WEAK uint32_t program_count_globals (const program *p) {
  (void) p;
  abort ();
}
WEAK const global *program_global (const program *p, uint32_t i) {
  (void) p, (void) i;
  abort ();
}
WEAK uint32_t program_first_free_slot (const program *p) {
  (void) p;
  abort ();
}
WEAK const char *program_file (const program *p, uint32_t i) {
  (void) p, (void) i;
  abort ();
}
WEAK const scope *program_scope (const program *p, uint32_t i) {
  (void) p, (void) i;
  abort ();
}
WEAK const char *op_name (op o) {
  (void) o;
  return "op";
}
