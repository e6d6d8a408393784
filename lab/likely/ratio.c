#include "lab/likely/ratio.h"

#include "base/grouped.h"

#define EXACTLY 1000 /* fractions with larger denominators are rounded */

ratio ratio_of (arena *a, num n, num d) {
  assert (num_sign (d) > 0);
  num by = num_gcd (a, n, d);
  if (num_eq (by, NUM_ONE))
    return (ratio) {n, d};
  return (ratio) {num_div_trunc (a, n, by), num_div_trunc (a, d, by)};
}

ratio ratio_add (arena *a, ratio x, ratio y) {
  return ratio_of (a, num_add (a, num_mul (a, x.n, y.d), num_mul (a, y.n, x.d)),
                   num_mul (a, x.d, y.d));
}

ratio ratio_sub (arena *a, ratio x, ratio y) {
  return ratio_add (a, x, (ratio) {num_neg (a, y.n), y.d});
}

ratio ratio_mul (arena *a, ratio x, ratio y) {
  return ratio_of (a, num_mul (a, x.n, y.n), num_mul (a, x.d, y.d));
}

ratio ratio_div (arena *a, ratio x, ratio y) {
  assert (num_sign (y.n) > 0);
  return ratio_mul (a, x, (ratio) {y.d, y.n});
}

int ratio_cmp (arena *a, ratio x, ratio y) {
  return num_cmp (num_mul (a, x.n, y.d), num_mul (a, y.n, x.d));
}

bool ratio_eq (ratio x, ratio y) {
  return num_eq (x.n, y.n) && num_eq (x.d, y.d);
}

void ratio_print (memory *mem, char_vec *out, ratio r) {
  num_print (mem, out, r.n, 10);
  text_puts (mem, out, "/");
  num_print (mem, out, r.d, 10);
}

/* "1,048,576"; a power of two that nobody would read as "2^64"; what is larger
 * and none as "1.4e20".
 */
static void say_number (memory *mem, arena *a, char_vec *out, num n) {
  char_vec digits = {0};
  unsigned bits = num_bits (n);
  if (bits <= 50) {
    text_puts (mem, out, GROUPED (num_u64 (n)));
    return;
  }
  if (num_eq (n, num_pow2 (a, bits - 1))) {
    text_printf (mem, out, "2^%u", bits - 1);
    return;
  }
  num_print (mem, &digits, n, 10);
  text_printf (mem, out, "%c.%ce%zu", digits.data[0], digits.data[1],
               digits.len - 1);
  vec_release (mem, &digits);
}

/* Never "100.0 %". */
static void say_percent (memory *mem, arena *a, char_vec *out, ratio r) {
  num twice = num_mul (a, r.n, num_of_u64 (a, 2000));
  uint64_t t = num_u64 (
      num_div_floor (a, num_add (a, twice, r.d), num_add (a, r.d, r.d)));
  t = t > 999 ? 999 : t;
  text_printf (mem, out, "%llu.%llu %% of inputs", (llu) (t / 10),
               (llu) (t % 10));
}

void ratio_say (memory *mem, arena *a, char_vec *out, ratio r) {
  num least = num_div_floor (a, num_add (a, num_add (a, r.d, r.d), r.n),
                             num_sign (r.n) ? num_add (a, r.n, r.n) : NUM_ONE);
  if (!num_sign (r.n))
    text_puts (mem, out, "no input");
  else if (ratio_eq (r, RATIO_ONE))
    text_puts (mem, out, "all inputs");
  else if (num_eq (r.n, NUM_ONE) ||
           num_cmp (r.d, num_of_u64 (a, EXACTLY)) <= 0) {
    say_number (mem, a, out, r.n);
    text_puts (mem, out, " in ");
    say_number (mem, a, out, r.d);
    text_puts (mem, out, " inputs");
  } else if (num_cmp (least, num_of_u64 (a, 10)) < 0) {
    text_puts (mem, out, "about ");
    say_percent (mem, a, out, r);
  } else {
    text_puts (mem, out, "about 1 in ");
    say_number (mem, a, out, least); /* d / n, rounded */
    text_puts (mem, out, " inputs");
  }
}
