#include "program/pairing.h"
#include "program/program_priv.h"

static status load_before (const program_config *config, module *m,
                           trouble *t) {
  module before;
  status st = module_load_beside (config, &before, m, t);
  return st ? st : pairing_join (config->mem, m, &before, t);
}

static status load_versions (const program_config *config, module *m,
                             trouble *t) {
  status st = module_load (config, m, t);
  if (!st && config->before)
    st = load_before (config->before, m, t);
  if (st)
    module_release (config->mem, m);
  return st;
}

program *program_load (const program_config *config, trouble *t) {
  module m = {0};
  if (load_versions (config, &m, t) != ST_OK)
    return NULL;
  program *p = program_new (config->mem, config->log, &m, t);
  if (p)
    p->klee = config->klee;
  if (p)
    p->input = arena_string (&p->arena, config->input, strlen (config->input));
  return p;
}
