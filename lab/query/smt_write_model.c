#include "lab/query/smt_write_model.h"

#include "lab/query/smt_number.h"

#include "term/smt_write.h"

void smt_write_array (memory *mem, char_vec *out, sort s, uint64_t other,
                      size_t n, const element *e) {
  sort index = sort_index (smt_bits_of_sort (s));
  for (size_t i = 0; i < n; i++)
    text_puts (mem, out, "(store ");
  text_printf (mem, out, "((as const %s) ", smt_any_sort_text (s).text);
  smt_write_any (mem, out, smt_element_sort (s), other);
  text_puts (mem, out, ")");
  for (size_t i = 0; i < n; i++) {
    text_puts (mem, out, " ");
    smt_write_value (mem, out, index, e[i].index);
    text_puts (mem, out, " ");
    smt_write_any (mem, out, smt_element_sort (s), e[i].value);
    text_puts (mem, out, ")");
  }
}

static void write_variable (memory *mem, char_vec *out, const terms *ts,
                            const model *m, term var) {
  sort s = smt_sort_of (ts, var);
  term plain = smt_plain (var);
  if (!sort_is_array (term_sort (ts, plain))) {
    smt_write_any (mem, out, s, model_get (m, plain));
    return;
  }
  element_vec elements = {0};
  model_elements (m, plain, mem, &elements);
  smt_write_array (mem, out, s, model_default (m, plain), elements.len,
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
