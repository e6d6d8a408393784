#pragma once

/* Boxes: floating point by intervals and linear forms; see boxes.c. */

#include "reuse/rung.h"

rung *rung_new_boxes (const rung_site *);
