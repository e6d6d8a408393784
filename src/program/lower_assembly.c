/* Inline assembly: what does nothing (an empty text, barriers), and bswap,
 * which portable code is full of. What cpuid answers: processor.h.
 */

#include "program/lower_priv.h"

#include <ctype.h>

typedef struct text_span {
  const char *text;
  size_t len;
} text_span;

static bool is_space (char c) { return isspace ((unsigned char) c); }

static text_span trimmed (const char *text, size_t len) {
  while (len && is_space (*text))
    text++, len--;
  while (len && (is_space (text[len - 1]) || text[len - 1] == ';'))
    len--;
  return (text_span) {text, len};
}

static bool is_harmless (text_span s) {
  static const char *const harmless[] = {
      "mfence", "lfence", "sfence", "pause", "nop", "rep; nop", "rep;nop"};
  if (!s.len || *s.text == '#')
    return true;
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    if (strlen (harmless[i]) == s.len && !memcmp (harmless[i], s.text, s.len))
      return true;
  return false;
}

/* One instruction on the first operand, which is tied to the result. */
static bool is_bswap (text_span s) {
  static const char *const names[] = {"bswap", "bswapl", "bswapq"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t n = strlen (names[i]);
    if (s.len <= n || memcmp (s.text, names[i], n) || !is_space (s.text[n]))
      continue;
    text_span operand = trimmed (s.text + n, s.len - n);
    return (operand.len == 2 && !memcmp (operand.text, "$0", 2)) ||
           (operand.len == 6 && !memcmp (operand.text, "${0:q}", 6));
  }
  return false;
}

#define ASM_MAX_OUTPUTS 16

/* Outputs must be tied to inputs: for each direct output the argument that is
 * tied to it, by the text of the constraints; false: some output has none.
 */
static bool tie_outputs (const char *text, size_t len, unsigned *n_outputs,
                         unsigned tied[ASM_MAX_OUTPUTS]) {
  unsigned outputs = 0, seen = 0, argument = 0;
  unsigned direct[ASM_MAX_OUTPUTS] = {0}; /* number of constraint + 1 */
  const char *end = text + len;
  while (text < end) {
    const char *comma = memchr (text, ',', (size_t) (end - text));
    const char *stop = comma ? comma : end;
    bool is_output = *text == '=';
    if (is_output && memchr (text, '*', (size_t) (stop - text)))
      argument++;
    else if (is_output) {
      if (outputs == ASM_MAX_OUTPUTS)
        return false;
      tied[outputs] = UINT32_MAX;
      direct[outputs++] = seen + 1;
    } else if (*text != '~') {
      unsigned wanted = 0;
      bool is_tie = isdigit ((unsigned char) *text);
      for (const char *s = text; is_tie && s < stop; s++)
        wanted = wanted * 10 + (unsigned) (*s - '0');
      for (unsigned i = 0; is_tie && i < outputs; i++)
        if (direct[i] == wanted + 1)
          tied[i] = argument;
      argument++;
    }
    seen++;
    text = stop + 1;
  }
  *n_outputs = outputs;
  for (unsigned i = 0; i < outputs; i++)
    if (tied[i] == UINT32_MAX)
      return false;
  return true;
}

void lower_assembly (lower *l, LLVMValueRef call, LLVMValueRef assembly) {
  size_t len, constraint_len;
  const char *text = LLVMGetInlineAsmAsmString (assembly, &len);
  const char *constraints =
      LLVMGetInlineAsmConstraintString (assembly, &constraint_len);
  const code_shape *s = lower_shape (l, call);
  unsigned n, tied[ASM_MAX_OUTPUTS];
  text_span it = trimmed (text, len);
  bool swaps = is_bswap (it);
  if ((!is_harmless (it) && !swaps) || !s->is_supported ||
      !tie_outputs (constraints, constraint_len, &n, tied) || n != s->n ||
      (swaps && (n != 1 || s->leaf->width % 16))) {
    lower_unsupported (l, "inline assembly '%.100s'", text);
    return;
  }
  assert (n <= ASM_MAX_OUTPUTS);
  for (unsigned i = 0; i < n; i++) {
    assert (tied[i] < LLVMGetNumArgOperands (call));
    LLVMValueRef from = LLVMGetOperand (call, tied[i]);
    const code_shape *was = lower_shape (l, from);
    if (was->n != 1 || was->leaf->width != s->leaf[i].width)
      lower_unsupported (l, "inline assembly '%.100s'", text);
    else
      lower_emit (l, swaps ? OP_BSWAP : OP_MOVE, s->leaf[i].width, 0,
                  lower_dst (l, call) + i, lower_scalar (l, from), 0, 0);
  }
}
