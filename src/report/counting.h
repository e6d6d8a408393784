#pragma once

/* How likely paths are: with --count the extension of the program
 * (context/extension.h) counts the inputs that take them. The share of a path
 * is among the inputs that satisfy all assumptions on their way.
 */

#include "report/report.h"
#include "store/store.h"

typedef struct counting counting;

typedef struct counting_class {
  status (*open) (context *, terms *, store *, counting **out);
  /* Before the next ones: what takes longer has only bounds. 0: no limit. */
  void (*end_at) (counting *, uint64_t deadline);
  /* A path whose knowledge is this one goes on only where the term holds. */
  void (*assume) (counting *, knowledge *, term);
  void (*end) (counting *, machine *, const state *, const pending *,
               uint32_t test);
  /* Adds the shares, and puts the errors that are most likely first. What it
   * adds lives as long as the counting.
   */
  void (*report) (counting *, report *);
  void (*free) (counting *);
} counting_class;

/* Is it asked for? ST_ELSEWHERE where this program cannot. */
status counting_check (context *);
bool counting_is_wanted (const options *);
