#ifndef STDLIB_EXACT_H
#define STDLIB_EXACT_H

#include <stdbool.h>
#include <stdint.h>

/* Numbers of any length, rounded once, by integer arithmetic that does not
 * branch: digits may be symbolic. 'precision' is 0 for float, 1 for double, 2
 * for long double; results out of range set errno. None is 0.
 */

/* The digits (characters) times 10^exponent, which is a number of the path;
 * 'more': and something behind them.
 */
long double __exact_decimal (const char *digits, int n, int exponent, bool more,
                             int precision);

/* (high * 2^64 + low) * 2^exponent, which may be symbolic; 'more': and
 * something behind, which is only where high is not 0.
 */
long double __exact_binary (uint64_t high, uint64_t low, bool more,
                            long exponent, int precision);

#endif
