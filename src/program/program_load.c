#include "program/program_priv.h"

program *program_load (const program_config *config, trouble *t) {
  module m = {0};
  if (module_load (config, &m, t) != ST_OK)
    return NULL;
  return program_new (config->mem, config->log, &m, t);
}
