#include "report/report.h"

void report_take_losses (memory *mem, const program *p, const explorer *e,
                         report_loss_vec *out) {
  const loss *l;
  size_t n = explorer_losses (e, &l);
  for (size_t i = 0; i < n; i++)
    if (l[i].count) /* it was not taken back */
      vec_push (mem, out,
                (report_loss) {.cause = l[i].cause,
                               .file = program_file (p, l[i].place.file),
                               .function = l[i].function,
                               .line = l[i].place.line,
                               .count = l[i].count});
}
