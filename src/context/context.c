#include "context/context.h"

void context_init (context *c) {
  memset (c, 0, sizeof *c);
  c->log = (logger) {stderr, LEVEL_INFO, "reprise"};
  options_init (&c->draft);
  phases_init (&c->phases);
}

void context_apply_options (context *c) {
  const options *opts = &c->options;
  c->memory.limit = opts->memory_limit;
  if (opts->verbose)
    c->log.level = LEVEL_DEBUG;
  if (opts->quiet)
    c->log.level = LEVEL_ERROR;
}

void context_take_options (context *c, const options *o) {
  assert (o != &c->options); /* a copy of them that was changed */
  c->draft = *o;
}

void context_release (context *c) {
  assert (!c->memory.live);
  (void) c;
}
