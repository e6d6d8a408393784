#include "ladder/ladder_oracle.h"

static ladder *ladder_of (oracle *o) { return ((ladder_oracle *) o)->ladder; }

static verdict oracle_ask (oracle *o, size_t n, const term *slice,
                           term condition, uint64_t deadline, model *found) {
  ladder *l = ladder_of (o);
  ladder_set_hints (l, o->hints, o->effort);
  verdict v = ladder_side (l, n, slice, condition, deadline, found);
  ladder_set_hints (l, NULL, 0);
  return v;
}

static void note_witness (oracle *o) { ladder_note_witness (ladder_of (o)); }
static void note_suite (oracle *o) { ladder_note_suite (ladder_of (o)); }
static reason oracle_why (oracle *o) { return ladder_why (ladder_of (o)); }
static void oracle_interrupt (oracle *o) { ladder_interrupt (ladder_of (o)); }

ladder_oracle ladder_oracle_of (ladder *l) {
  return (ladder_oracle) {{oracle_ask, note_witness, note_suite, oracle_why,
                           oracle_interrupt, NULL, 0},
                          l};
}
