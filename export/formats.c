#include "export/formats.h"

#include <sys/stat.h>

/* Where the errors of the last run on this input are. By the input as it was
 * given: another checkout of the same project finds them.
 */
static const char *place_baseline (const report *r, char_vec *out) {
  if (!r->store || !strcmp (r->store, "none") || strstr (r->store, "://"))
    return NULL;
  hash128 h = hash_bytes (r->input, strlen (r->input));
  text_printf (NULL, out, "%s/errors", r->store);
  mkdir (text_c (NULL, out), 0777); /* what fails here, fails in writing */
  text_printf (NULL, out, "/%016llx.json", (unsigned long long) h.lo);
  return text_c (NULL, out);
}

static status write_sarif (const report *r, trouble *why) {
  const options *o = &r->context->options;
  char_vec baseline = {0};
  sarif_request q = {.path = o->sarif,
                     .baseline = place_baseline (r, &baseline),
                     .is_kept = o->store_mode == STORE_RW};
  status st = sarif_write (r, &q, why);
  vec_release (NULL, &baseline);
  return st;
}

status formats_write (const report *r, trouble *why) {
  const options *o = &r->context->options;
  status st = ST_OK;
  if (o->lcov)
    TRY (lcov_write (r, o->lcov, why));
  if (o->sarif)
    TRY (write_sarif (r, why));
out:
  return st;
}
