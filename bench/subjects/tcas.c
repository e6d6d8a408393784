/* TCAS: shall an aircraft climb or descend to avoid another one? The logic of
 * the program in the Software-artifact Infrastructure Repository, as it was
 * analysed in Java: an && or || is a conditional for each operand, and the
 * layer of altitude is always the same.
 *
 * ADD and MOD, 0 to 3, are the versions of the GreenTrie paper. MUTANT is one
 * of the repository's, by what the literature says that it changes; those in
 * layers of altitude other than ours are not here. With AGAIN as the Memoise
 * paper ran them, where some functions have new inputs at every call.
 */

#include "subject.h"

#ifndef ADD
#define ADD 0
#endif
#ifndef MOD
#define MOD 0
#endif
#ifndef MUTANT
#define MUTANT 0
#endif

enum {
  OLEV = MUTANT == 13 ? 700 : 600,
  MAXALTDIFF = MUTANT == 14 ? 650 : 600,
  MINSEP = 300,
  NOZCROSS = MUTANT == 2 ? MINSEP : 100,
#ifdef AGAIN
  POSITIVE_RA_ALT = MUTANT == 16 ? 401 : 400
#else
  POSITIVE_RA_ALT = 500
#endif
};
enum { UNRESOLVED, UPWARD_RA, DOWNWARD_RA = MUTANT == 36 ? 1 : 2 };

/* A truth value that was decided: it is not symbolic any more. */
#define DECIDE(NAME, CONDITION) \
  int NAME; \
  if (CONDITION) \
    NAME = 1; \
  else \
    NAME = 0

static int vertical_separation, high_confidence, reports_valid;
static int own_altitude, own_rate, other_altitude, altitude_layer;
static int up_separation, down_separation, other_rac, other_capability;
static int climb_inhibit;

static void read_inputs (void) {
  vertical_separation = symbol ("cvs#");
  high_confidence = symbol ("hc#");
  reports_valid = symbol ("ttrv#");
  own_altitude = symbol ("ota#");
  own_rate = symbol ("otar#");
  other_altitude = symbol ("otTa#");
  altitude_layer = symbol ("alv#");
  up_separation = symbol ("upS#");
  down_separation = symbol ("dS#");
  other_rac = symbol ("oRAC#");
  other_capability = symbol ("oc#");
  climb_inhibit = symbol ("ci#");
}

static void read_again (void) {
#ifdef AGAIN
  read_inputs ();
#endif
}

static int biased_climb (void) {
  read_again ();
#if MUTANT == 30
  return up_separation + NOZCROSS;
#elif MUTANT == 29
  return up_separation;
#elif MUTANT == 35
  if (climb_inhibit)
    return up_separation;
  return up_separation + NOZCROSS;
#else
#if MUTANT == 28
  if (!climb_inhibit)
#else
  if (climb_inhibit)
#endif
    return up_separation + NOZCROSS;
  return up_separation;
#endif
}

static int own_below_threat (void) {
#if MUTANT == 6
  if (own_altitude <= other_altitude)
#else
  if (own_altitude < other_altitude)
#endif
    return 1;
  return 0;
}

static int own_above_threat (void) {
  if (other_altitude < own_altitude)
    return 1;
  return 0;
}

static int can_climb (void) {
  read_again ();
#if MUTANT == 20
  DECIDE (is_upward, biased_climb () >= down_separation);
#elif MUTANT == 21
  DECIDE (is_upward, up_separation + NOZCROSS > down_separation);
#elif MUTANT == 22
  DECIDE (is_upward, up_separation > down_separation);
#else
  DECIDE (is_upward, biased_climb () > down_separation);
#endif
  if (is_upward) {
#if MUTANT == 1
    DECIDE (result,
            !own_below_threat () ||
                (own_below_threat () && !(down_separation > POSITIVE_RA_ALT)));
#else
    DECIDE (result,
            !own_below_threat () ||
                (own_below_threat () && !(down_separation >= POSITIVE_RA_ALT)));
#endif
    return result;
  }
#if MUTANT == 4
  DECIDE (result, (own_above_threat () && vertical_separation >= MINSEP) ||
                      up_separation >= POSITIVE_RA_ALT);
#else
  DECIDE (result, own_above_threat () && vertical_separation >= MINSEP &&
                      up_separation >= POSITIVE_RA_ALT);
#endif
  return result;
}

static int can_descend (void) {
  read_again ();
#if MUTANT == 9
  DECIDE (is_upward, biased_climb () >= down_separation);
#elif MUTANT == 23
  DECIDE (is_upward, up_separation + NOZCROSS > down_separation);
#elif MUTANT == 24
  DECIDE (is_upward, up_separation > down_separation);
#else
  DECIDE (is_upward, biased_climb () > down_separation);
#endif
  if (is_upward) {
    DECIDE (result, own_below_threat () && vertical_separation >= MINSEP &&
                        down_separation >= POSITIVE_RA_ALT);
    return result;
  }
#if MUTANT == 25
  DECIDE (result, !own_above_threat () || (own_above_threat () &&
                                           up_separation > POSITIVE_RA_ALT));
#else
  DECIDE (result, !own_above_threat () || (own_above_threat () &&
                                           up_separation >= POSITIVE_RA_ALT));
#endif
  return result;
}

static int advise (void) {
#if MUTANT == 40
  DECIDE (needs_up, can_climb ());
#else
  DECIDE (needs_up, can_climb () && own_below_threat ());
#endif
  DECIDE (needs_down, can_descend () && own_above_threat ());
  if (needs_up && needs_down)
    return UNRESOLVED;
  if (needs_up)
    return UPWARD_RA;
  return needs_down ? DOWNWARD_RA : UNRESOLVED;
}

static int test_separation (void) {
#if ADD == 1 || ADD == 2
  if (!own_below_threat () && !own_above_threat ())
    return UNRESOLVED;
#endif
#if MOD == 1
  DECIDE (enabled, high_confidence && (own_rate <= OLEV ||
                                       vertical_separation > MAXALTDIFF));
#elif MOD == 2
  DECIDE (enabled, high_confidence && (own_rate < OLEV ||
                                       vertical_separation >= MAXALTDIFF));
#elif MOD == 3
  DECIDE (enabled, high_confidence && own_rate < OLEV &&
                       vertical_separation >= MAXALTDIFF);
#elif MUTANT == 5
  DECIDE (enabled, high_confidence && own_rate <= OLEV);
#elif MUTANT == 12
  DECIDE (enabled, high_confidence || (own_rate <= OLEV &&
                                       vertical_separation > MAXALTDIFF));
#elif MUTANT == 26
  DECIDE (enabled, high_confidence && vertical_separation > MAXALTDIFF);
#else
  DECIDE (enabled, high_confidence && own_rate <= OLEV &&
                       vertical_separation > MAXALTDIFF);
#endif
  DECIDE (equipped, other_capability == 1);
#if ADD >= 1
  DECIDE (no_intent, reports_valid && other_rac == 0 && own_rate != OLEV &&
                         (own_below_threat () || own_above_threat ()));
#elif MUTANT == 3
  DECIDE (no_intent, reports_valid || other_rac == 0);
#else
  DECIDE (no_intent, reports_valid && other_rac == 0);
#endif
#if ADD == 3
  if (!can_climb () && !can_descend ())
    return UNRESOLVED;
#endif
#if ADD >= 2
  if ((!equipped || (equipped && no_intent)) && !enabled)
#elif MOD == 3
  if (enabled && ((equipped || no_intent) || !equipped))
#elif MUTANT == 34
  if ((enabled && equipped && no_intent) || !equipped)
#else
  if (enabled && ((equipped && no_intent) || !equipped))
#endif
    return advise ();
  return UNRESOLVED;
}

int main (void) {
  read_inputs ();
  int advice = test_separation ();
  return ADD == 3 && advice < 0 ? 0 : advice;
}
