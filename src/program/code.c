#include "program/code.h"

const char *op_name (op o) {
  static const char *const names[] = {
#define OP(NAME, name) #name,
#include "program/ops.def"
  };
  return o < OP_COUNT ? names[o] : "?";
}
