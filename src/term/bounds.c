#include "term/bounds.h"
void bounds_free (terms *ts) { (void) ts; }
