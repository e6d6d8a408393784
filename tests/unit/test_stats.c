#include "context/stats.h"

#include "lab/solve_json.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

TEST (shares_and_zeroes) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream (&text, &size);
  stats s = {.queries = 8, .answered_rung = 2};
  stats_print (&s, NULL, file);
  fclose (file);
  CHECK (strstr (text, "queries"));
  CHECK (strstr (text, "25.0 %"));
  CHECK (!strstr (text, "answers_sat"));
  free (text);
}

TEST (json_has_all_counters) {
  stats s = {.queries = 8, .solver_z3_time = 1500000000};
  json_t *json = stats_json (&s, NULL);
  CHECK_EQ (json_integer_value (json_object_get (json, "queries")), 8);
  CHECK_EQ (json_integer_value (json_object_get (json, "rewrites")), 0);
  CHECK (json_real_value (json_object_get (json, "solver_z3_time")) == 1.5);
  json_decref (json);
}
