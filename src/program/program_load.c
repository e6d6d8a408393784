#include "program/pairing.h"
#include "program/program_priv.h"

static status load_both (const program_config *config, module *m,
                         module *before, trouble *t) {
  status st;
  TRY (module_begin (config, m, NULL, t));
  TRY (module_begin (config->before, before, m, t));
  m->before = before;
  TRY (module_drive (config, m, t));
  m->before = NULL;
  TRY (module_drive (config->before, before, t));
  TRY (module_finish (config, m, t));
  TRY (module_finish (config->before, before, t));
  st = config->rules->join (config->mem, m, before, t);
out:
  return st;
}

static status load_versions (const program_config *config, module *m,
                             trouble *t) {
  module before = {0};
  if (!config->before)
    return module_load (config, m, t);
  status st = load_both (config, m, &before, t);
  if (st) {
    module_release (config->mem, &before);
    module_release (config->mem, m);
  }
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
