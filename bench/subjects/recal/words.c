/* Words of a text, separated by spaces: the first and the last are swapped, or
 * each is reversed.
 */

#include "../subject.h"

#ifndef LENGTH
#define LENGTH 6
#endif
#ifndef SWAP
#define SWAP 0
#endif

static int text[LENGTH + 1], result[LENGTH + 1], at;

static int length (void) {
  int n = 0;
  while (n < LENGTH) {
    if (text[n] == 0)
      break;
    n++;
  }
  return n;
}

static int word_end (int from, int n) {
  while (from < n) {
    if (text[from] == ' ')
      break;
    from++;
  }
  return from;
}

static void reverse_words (int n) {
  for (int from = 0; from <= n;) {
    int end = word_end (from, n);
    for (int i = end - 1; i >= from; i--)
      result[at++] = text[i];
    from = end + 1;
  }
}

static void copy (int from, int to) {
  for (int i = from; i < to; i++)
    result[at++] = text[i];
}

static void swap_words (int n) {
  int first = word_end (0, n), last = n;
  while (last > first) {
    if (text[last - 1] == ' ')
      break;
    last--;
  }
  copy (last, n);
  copy (first, last);
  copy (0, first);
}

int main (void) {
  for (int i = 0; i < LENGTH; i++)
    text[i] = symbol ("text#");
  int n = length ();
  if (SWAP)
    swap_words (n);
  else
    reverse_words (n);
  return 0;
}
