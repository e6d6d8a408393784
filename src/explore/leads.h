#pragma once

/* Inputs that somebody has, to be explored first: their paths, and what forks
 * off them, come before all others.
 *
 *     pending.leads    the inputs that take the path so far; at a fork each
 *                      goes on with the alternative that it takes
 *
 * They change the order, and the values of a path that has some: where it has
 * one value of many, it is theirs. A lead that fits nowhere is dropped.
 */

#include "explore/explorer.h"

typedef struct lead {
  uint32_t n;
  const given_input *input;
} lead;

typedef struct leads leads;

/* The inputs are borrowed; pending.leads are places among them. */
leads *leads_new (memory *, const terms *, const lead *);
void leads_free (leads *); /* NULL is allowed */

/* The path of this state forked into these, as by fork_observer. */
void leads_split (leads *, const state *, size_t n, const uint32_t *taken,
                  pending *const *into, const term *guard);
