#include "machine/hidden.h"

#include "machine/driven.h"

#include <ctype.h>

/* Numbers in text. Addresses have 63 bits, so there are always 16 digits, or
 * 19 decimal ones.
 */

enum { HEX_DIGITS = 16, DECIMAL_DIGITS = 19 };

static bool is_concrete (const outcome_part *p, uint32_t at, uint32_t n) {
  for (uint32_t i = at; p->symbol && i < at + n; i++)
    if (p->symbol[i].term.id)
      return false;
  return at + n <= p->n;
}

/* So many digits, with nothing around them that belongs to them? */
static bool is_number (const outcome_part *p, uint32_t at, uint32_t n,
                       int (*is_digit) (int)) {
  uint32_t end = at + n;
  if (!is_concrete (p, at, n) || (end < p->n && isalnum (p->bytes[end])))
    return false;
  for (uint32_t i = at; i < end; i++)
    if (!is_digit (p->bytes[i]))
      return false;
  return true;
}

static bool is_address (machine *m, const state *s, const outcome_part *p,
                        uint32_t at, uint32_t n, int base) {
  char text[DECIMAL_DIGITS + 1] = "";
  outcome_pointer to;
  const object *o;
  assert (n < sizeof text);
  memcpy (text, p->bytes + at, n);
  return driven_point (m, s, strtoull (text, NULL, base), &to, &o);
}

uint32_t hidden_text (machine *m, const state *s, const outcome_part *p,
                      uint32_t at) {
  bool has_sign =
      at + 2 < p->n && p->bytes[at] == '0' && p->bytes[at + 1] == 'x';
  uint32_t first = at + (has_sign ? 2 : 0);
  if (at && isalnum (p->bytes[at - 1]))
    return 0;
  if (is_number (p, first, HEX_DIGITS, isxdigit) &&
      is_address (m, s, p, first, HEX_DIGITS, 16))
    return HEX_DIGITS + first - at;
  if (is_number (p, at, DECIMAL_DIGITS, isdigit) &&
      is_address (m, s, p, at, DECIMAL_DIGITS, 10))
    return DECIMAL_DIGITS;
  return 0;
}

uint32_t hidden_jump (const outcome_part *p, uint32_t at) {
  uint64_t last = 0;
  if (p->n - at < HIDDEN_JUMP || !is_concrete (p, at, HIDDEN_JUMP))
    return 0;
  memcpy (&last, p->bytes + at + HIDDEN_JUMP - 8, 8);
  return last == HIDDEN_JUMP_MARK ? HIDDEN_JUMP : 0;
}
