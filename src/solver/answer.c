#include "solver/answer.h"

const char *verdict_text (verdict v) {
  static const char *const text[] = {"unknown", "sat", "unsat"};
  return text[v];
}

const char *reason_text (reason r) {
  static const char *const text[] = {
#define X(NAME, TEXT) TEXT,
      REASONS (X)
#undef X
  };
  return text[r];
}
