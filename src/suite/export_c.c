#include "suite/export_c.h"
status c_write (const export_request *q, char_vec *out, uint32_t *n,
                trouble *t) {
  (void) q;
  (void) out;
  (void) n;
  return trouble_set (t, ST_UNSUPPORTED, "later");
}
