#include "report/counting.h"

bool counting_is_wanted (const options *o) { return o->count || o->profile; }

status counting_check (context *c) {
  bool can = c->extension && c->extension->counting;
  return can || !counting_is_wanted (&c->options)
             ? ST_OK
             : trouble_set (&c->trouble, ST_ELSEWHERE,
                            "reprise counts no inputs");
}
