/* Random numbers as glibc makes them: a program that never calls srand gets
 * the same ones natively.
 */

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

/* Words x[0], x[1], ... of which the first `degree` are made of the seed, and
 * each later one is the sum of the one `degree` and the one `degree - apart`
 * before it. Degree 0 is another generator.
 */
enum { KINDS = 5, WORDS = 31 };
static const unsigned char degrees[KINDS] = {0, 7, 15, 31, 63};
static const unsigned char aparts[KINDS] = {0, 3, 1, 3, 1};
static const unsigned short sizes[KINDS] = {8, 32, 64, 128, 256};

/* Where a program can see it, with the kind and the place in front. */
static int32_t first_state[WORDS + 1];
static int32_t *words = first_state + 1;
static int kind = 3, front, rear;

static long draw (void) {
  if (!kind) {
    words[0] =
        (int32_t) (((uint32_t) words[0] * 1103515245u + 12345u) & 0x7fffffff);
    return words[0];
  }
  words[front] = (int32_t) ((uint32_t) words[front] + (uint32_t) words[rear]);
  long res = (uint32_t) words[front] >> 1;
  front = front + 1 < degrees[kind] ? front + 1 : 0;
  rear = rear + 1 < degrees[kind] ? rear + 1 : 0;
  return res;
}

static void seed_words (unsigned seed) {
  int32_t word = (int32_t) (seed ? seed : 1);
  words[0] = word;
  if (!kind)
    return;
  for (int i = 1; i < degrees[kind]; i++) {
    /* 16807 * word modulo 2^31 - 1 */
    word = (int32_t) (16807 * (word % 127773) - 2836 * (word / 127773));
    if (word < 0)
      word += 2147483647;
    words[i] = word;
  }
  front = aparts[kind];
  rear = 0;
  for (int i = 0; i < 10 * degrees[kind]; i++)
    draw ();
}

static int is_seeded;

static void seed_first (void) {
  if (!is_seeded) {
    is_seeded = 1;
    seed_words (1);
  }
}

void srandom (unsigned seed) {
  is_seeded = 1;
  seed_words (seed);
}

void srand (unsigned seed) {
  is_seeded = 1;
  seed_words (seed);
}

long random (void) {
  seed_first ();
  return draw ();
}

int rand (void) {
  seed_first ();
  return (int) draw ();
}

static char *leave (void) {
  seed_first ();
  words[-1] = KINDS * rear + kind;
  return (char *) (words - 1);
}

char *initstate (unsigned seed, char *state, size_t size) {
  char *old = leave ();
  if (size < sizes[0]) {
    errno = EINVAL;
    return NULL;
  }
  kind = 0;
  while (kind + 1 < KINDS && size >= sizes[kind + 1])
    kind++;
  words = (int32_t *) state + 1;
  seed_words (seed);
  words[-1] = KINDS * rear + kind;
  return old;
}

char *setstate (char *state) {
  char *old = leave ();
  int32_t *to = (int32_t *) state;
  kind = to[0] % KINDS;
  rear = to[0] / KINDS;
  front = kind ? (rear + aparts[kind]) % degrees[kind] : 0;
  words = to + 1;
  return old;
}

int rand_r (unsigned *seed) {
  unsigned next = *seed, res = 0;
  for (int i = 0; i < 3; i++) {
    next = next * 1103515245u + 12345u;
    unsigned bits = next / 65536 % (i ? 1024 : 2048);
    res = i ? res << 10 ^ bits : bits;
  }
  *seed = next;
  return (int) res;
}
