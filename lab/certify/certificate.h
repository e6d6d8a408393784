#pragma once

/* A certificate, for people and for programs (docs/formats/json.md). */

#include "lab/certify/certifier.h"

void certificate_print (const char *input, const certificate *);
json_t *certificate_json (const char *input, const certificate *);
