/* MerArbiter: two users of a rover ask an arbiter for its resources. The
 * behaviour of three Stateflow machines that the papers' tools ran through an
 * interpreter, its slips included: both halves of the arbiter deny to user 1,
 * and both wait for a cancel of user 2.
 *
 * With CHECKED as in the Memoise paper: inputs have ranges, and user 1 must not
 * be reset when it is granted what it wants. CHANGE 1: user 2 takes any resource
 * from 0 on; 2: the first half asks for the rat the wrong way round.
 */

#include "subject.h"

#include <assert.h>

#ifndef CHANGE
#define CHANGE 0
#endif

#ifndef STEPS
#define STEPS 6
#endif

enum { COMM, DRIVE, PAN_CAM, ARM, RAT, N_RESOURCES };

typedef struct user {
  enum { USER_IDLE, BUSY_INIT, BUSY_PENDING, BUSY_GRANTED } at;
  int resource, reset;                /* from outside */
  int is_granted, is_denied, is_rescinded; /* from the arbiter */
  int wanted, requests, cancels;      /* to the arbiter */
} user;

typedef enum place { IDLE, HOLDING, WAITING } place;

typedef struct half {
  place at;
  int held;                      /* resource, when holding */
  int wanted, requests, cancels; /* from the user */
  int is_granted, is_denied, is_rescinded; /* to the user */
} half;

static user users[2];
static half halves[2];
static int owner[N_RESOURCES]; /* user + 1, 0: free */
static int is_running;

static void step_busy (user *u) {
  switch (u->at) {
  case BUSY_INIT:
    u->requests = 1;
    u->at = BUSY_PENDING;
    break;
  case BUSY_PENDING:
    if (u->is_denied) {
      u->requests = 0;
      u->at = BUSY_INIT;
    } else if (u->is_granted) {
#ifdef CHECKED
      if (u == &users[0])
        assert (u->reset == 0);
#endif
      u->at = BUSY_GRANTED;
    }
    break;
  default:
    if (u->is_rescinded) {
      u->cancels = 1;
      u->at = BUSY_INIT;
    }
  }
}

/* Each user has a guard of its own. */
static int takes_1 (const user *u) {
  if (u->resource >= 0 && u->resource < N_RESOURCES)
    return 1;
  return 0;
}

static int takes_2 (const user *u) {
#if CHANGE == 1
  if (u->resource >= 0)
    return 1;
#else
  if (u->resource >= 0 && u->resource < N_RESOURCES)
    return 1;
#endif
  return 0;
}

/* As if it had been granted its guard before the first step. */
static void start_user (user *u, int resource) {
  u->resource = u->wanted = resource;
  u->at = BUSY_INIT;
}

static void step_user (user *u) {
  if (u->at != USER_IDLE) {
    if (u->reset == 1) {
      u->cancels = 1;
      u->requests = 0;
      u->at = USER_IDLE;
    } else
      step_busy (u);
  } else if (u == &users[0] ? takes_1 (u) : takes_2 (u)) {
    u->wanted = u->resource;
    u->cancels = 0;
    u->at = BUSY_INIT;
  }
}

static void hold (half *h, int i, int resource) {
  h->is_granted = 1;
  h->is_denied = 0;
  owner[resource] = i + 1;
  h->held = resource;
  h->at = HOLDING;
}

static void ask_comm (half *h, int i) {
  if (h->wanted == COMM && !owner[COMM] && !owner[DRIVE])
    hold (h, i, COMM);
  else if (owner[COMM]) {
    halves[0].is_denied = 1;
    halves[0].is_granted = 0;
  } else if (owner[DRIVE] == 2 - i) {
    halves[!i].is_rescinded = 1;
    h->at = WAITING;
  }
}

/* So has each half for the rat. */
static int wants_rat_1 (const half *h) {
#if CHANGE == 2
  if (h->wanted != RAT)
#else
  if (h->wanted == RAT)
#endif
    return 1;
  return 0;
}

static int wants_rat_2 (const half *h) {
  if (h->wanted == RAT)
    return 1;
  return 0;
}

static void ask (half *h, int i) {
  if (h->wanted == COMM)
    ask_comm (h, i);
  else if (h->wanted == DRIVE) {
    if (!owner[COMM] && !owner[DRIVE])
      hold (h, i, DRIVE);
  } else if (h->wanted == ARM) {
    if (!owner[ARM] && !owner[RAT] && !owner[PAN_CAM])
      hold (h, i, ARM);
  } else if (i == 1 ? wants_rat_2 (h) : wants_rat_1 (h)) {
    if (!owner[ARM] && !owner[RAT] && !owner[COMM])
      hold (h, i, RAT);
  } else if (h->wanted == PAN_CAM) {
    if (!owner[ARM] && !owner[PAN_CAM])
      hold (h, i, PAN_CAM);
  }
}

static void step_half (half *h, int i) {
  if (h->at == IDLE) {
    if (h->requests)
      ask (h, i);
  } else if (h->at == HOLDING) {
    if (h->cancels) {
      owner[h->held] = 0;
      h->at = IDLE;
    }
  } else if (halves[1].cancels)
    hold (h, i, COMM);
}

static void step_arbiter (void) {
  for (int i = 0; i < 2; i++) {
    halves[i].wanted = users[i].wanted;
    halves[i].requests = users[i].requests;
    halves[i].cancels = users[i].cancels;
  }
  if (!is_running) {
    is_running = 1;
    return;
  }
  for (int i = 0; i < 2; i++)
    step_half (&halves[i], i);
}

static void feed_user (int i) {
  user *u = &users[i];
#ifdef CHECKED
  u->resource = symbol_within ("resource#", 0, N_RESOURCES - 1);
  u->reset = symbol_within ("reset#", 0, 1);
#else
  u->resource = symbol ("resource#");
  u->reset = symbol ("reset#");
#endif
  u->is_granted = halves[i].is_granted;
  u->is_denied = halves[i].is_denied;
  u->is_rescinded = halves[i].is_rescinded;
  step_user (u);
}

int main (void) {
  start_user (&users[0], DRIVE);
  start_user (&users[1], COMM);
  step_arbiter ();
  for (int i = 0; i < STEPS; i++) {
    int x = symbol ("x#");
    if (x == 0)
      feed_user (0);
    else if (x == 1)
      feed_user (1);
    else
      step_arbiter ();
  }
  return 0;
}
