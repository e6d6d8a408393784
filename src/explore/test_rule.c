#include "explore/test_rule.h"

bool incremental_is_off (const options *o) {
  return !strcmp (o->incremental, "off");
}

const test_rule *test_rule_of (const context *c) {
  const test_rule *r = c->extension ? c->extension->test_rule : NULL;
  return r && !strcmp (r->name, c->options.incremental) ? r : NULL;
}

status incremental_check (context *c) {
  const options *o = &c->options;
  if (!strcmp (o->incremental, "on") || incremental_is_off (o) ||
      test_rule_of (c))
    return ST_OK;
  return trouble_set (&c->trouble, c->extension ? ST_USAGE : ST_ELSEWHERE,
                      "option --incremental is on or off, not '%s'",
                      o->incremental);
}
