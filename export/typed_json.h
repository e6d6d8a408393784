#pragma once

#include "suite/typed_value.h"

#include <jansson.h>

/* A value as JSON: numbers, true, false, null, strings of what is between the
 * quotes, names of enumerations, arrays, objects. Numbers that JSON cannot hold
 * are strings. New reference.
 */
json_t *typed_json (const datatype *, const uint8_t *bytes);
