#include "report/report_file.h"

#include "report/report_json.h"

#include <unistd.h>

status report_file_write (const report *r, trouble *why) {
  char_vec path = {0};
  text_printf (NULL, &path, "%s/" REPORT_FILE, r->out);
  text_c (NULL, &path);
  json_t *o = report_json (r, NULL);
  char *text = json_dumps (o, JSON_INDENT (1) | JSON_REAL_PRECISION (9));
  status st = text ? whole_file_write (path.data, text, strlen (text), why)
                   : trouble_set (why, ST_NOWRITE, "cannot write %s: no memory",
                                  path.data);
  if (st) /* the one of the run before would pass for this one's */
    unlink (path.data);
  free (text);
  json_decref (o);
  vec_release (NULL, &path);
  return st;
}
