#pragma once

/* Random C programs whose symbolic execution asks for linear integer
 * constraints only, in place of those that RUGRAT made for "Stack against
 * cache". Inputs are ints named in0, in1, ...; 'main' calls every function,
 * functions assign linear expressions, decide comparisons of them, repeat a few
 * times, and some call another one. All paths end.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* About so many lines, the same for the same seed everywhere. */
void generate_program (unsigned lines, uint64_t seed, FILE *);
