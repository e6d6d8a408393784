/* What __builtin_cpu_supports and __builtin_cpu_is read: a processor without
 * extensions, as 'cpuid' has it.
 */

#include "reprise.h"

struct {
  unsigned vendor, type, subtype, features;
} __cpu_model;
unsigned __cpu_features2[3];

__attribute__ ((constructor)) int __cpu_indicator_init (void) {
  reprise_bound ("a processor without extensions");
  return 0;
}
