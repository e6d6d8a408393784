/* Shortest paths from the first node of a graph whose edges have symbolic
 * lengths.
 */

#include "../subject.h"

#ifndef NODES
#define NODES 4
#endif

#define NONE (-1)

static int length[NODES][NODES], distance[NODES];
static int is_known[NODES], is_reached[NODES];

static int nearest (void) {
  int best = NONE;
  for (int i = 0; i < NODES; i++) {
    if (is_known[i] || !is_reached[i])
      continue;
    if (best == NONE)
      best = i;
    else if (distance[i] < distance[best])
      best = i;
  }
  return best;
}

static void relax (int from, int to) {
  int sum = distance[from] + length[from][to];
  if (is_reached[to]) {
    if (sum >= distance[to])
      return;
  }
  distance[to] = sum;
  is_reached[to] = 1;
}

int main (void) {
  for (int i = 0; i < NODES; i++)
    for (int k = i + 1; k < NODES; k++) {
      length[i][k] = length[k][i] = symbol ("length#");
      if (length[i][k] <= 0)
        return 1;
    }
  is_reached[0] = 1;
  for (int at = nearest (); at != NONE; at = nearest ()) {
    is_known[at] = 1;
    for (int k = 0; k < NODES; k++)
      if (!is_known[k])
        relax (at, k);
  }
  return 0;
}
