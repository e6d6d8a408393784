/* Things that move on a line, step by step: a ball between two walls, two of
 * them that may collide, a block that is pushed through a row of fields.
 */

#include "../subject.h"

#ifndef STEPS
#define STEPS 4
#endif

#define WALL 100

static int bounces;

static void move_ball (void) {
  int place = symbol ("place"), speed = symbol ("speed");
  if (place < 0 || place > WALL)
    return;
  for (int i = 0; i < STEPS; i++) {
    place += speed;
    if (place > WALL) {
      place = 2 * WALL - place;
      speed = -speed;
      bounces++;
    } else if (place < 0) {
      place = -place;
      speed = -speed;
      bounces++;
    }
  }
}

static void collide (void) {
  int a = symbol ("a"), b = symbol ("b"), size = symbol ("size");
  int speed_a = symbol ("speed_a"), speed_b = symbol ("speed_b");
  for (int i = 0; i < STEPS; i++) {
    if (a + size >= b) {
      if (b + size >= a) {
        int speed = speed_a;
        speed_a = speed_b;
        speed_b = speed;
        bounces++;
      }
    }
    a += speed_a;
    b += speed_b;
  }
}

static void push_block (void) {
  int block = symbol ("block"), hole = symbol ("hole");
  for (int i = 0; i < STEPS; i++) {
    int push = symbol ("push#");
    if (push == 0)
      continue;
    if (push < 0)
      block--;
    else
      block++;
    if (block == hole)
      return;
    if (block < 0 || block >= WALL)
      return;
  }
}

int main (void) {
#if defined COLLISION
  collide ();
#elif defined BLOCK
  push_block ();
#else
  move_ball ();
#endif
  return 0;
}
