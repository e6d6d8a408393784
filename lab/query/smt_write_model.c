#include "lab/query/smt_write_model.h"

#include "lab/query/smt_number.h"

#include "term/smt_write.h"

void smt_write_array (memory *mem, char_vec *out, sort array, uint64_t other,
                      size_t n, const element *e) {
  assert (sort_is_array (array));
  for (size_t i = 0; i < n; i++)
    text_puts (mem, out, "(store ");
  text_printf (mem, out, "((as const %s) ", smt_sort_text_of (array).text);
  smt_write_value (mem, out, sort_element (array), other);
  text_puts (mem, out, ")");
  for (size_t i = 0; i < n; i++) {
    text_puts (mem, out, " ");
    smt_write_value (mem, out, sort_index (array), e[i].index);
    text_puts (mem, out, " ");
    smt_write_value (mem, out, sort_element (array), e[i].value);
    text_puts (mem, out, ")");
  }
}

static void write_variable (memory *mem, char_vec *out, const terms *ts,
                            const model *m, term var) {
  sort s = smt_sort_of (ts, var);
  if (!smt_is_plain (var)) {
    smt_write_number (mem, out, s, model_get (m, smt_plain (var)));
    return;
  }
  if (!sort_is_array (s)) {
    smt_write_value (mem, out, s, model_get (m, var));
    return;
  }
  element_vec elements = {0};
  model_elements (m, var, mem, &elements);
  smt_write_array (mem, out, s, model_default (m, var), elements.len,
                   elements.data);
  vec_release (mem, &elements);
}

void smt_write_model (memory *mem, char_vec *out, const terms *ts,
                      const model *m, size_t n, const term *vars) {
  text_puts (mem, out, "(\n");
  for (size_t i = 0; i < n; i++) {
    text_puts (mem, out, "  (define-fun ");
    smt_write_symbol (mem, out, term_name (ts, smt_plain (vars[i])));
    text_puts (mem, out, " () ");
    text_puts (mem, out, smt_any_sort_text (smt_sort_of (ts, vars[i])).text);
    text_puts (mem, out, " ");
    write_variable (mem, out, ts, m, vars[i]);
    text_puts (mem, out, ")\n");
  }
  text_puts (mem, out, ")\n");
}
