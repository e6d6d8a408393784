/* Expressions over digits, as a recursive parser evaluates them. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum kind { END, NUMBER, PLUS, MINUS, TIMES, OVER, OPEN, CLOSE, WRONG };

struct reader {
  const uint8_t *at, *end;
  enum kind kind;
  int value;
  int depth;
};

static int n_errors;

static void complain (const char *what) {
  n_errors++;
  fprintf (stderr, "calc: %s\n", what);
}

static void advance (struct reader *r) {
  while (r->at < r->end && *r->at == ' ')
    r->at++;
  if (r->at == r->end) {
    r->kind = END;
    return;
  }
  uint8_t c = *r->at++;
  if (c >= '0' && c <= '9') {
    r->kind = NUMBER;
    r->value = c - '0';
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
      r->value = r->value * 10 + (*r->at - '0');
      r->at++;
    }
    return;
  }
  switch (c) {
  case '+':
    r->kind = PLUS;
    break;
  case '-':
    r->kind = MINUS;
    break;
  case '*':
    r->kind = TIMES;
    break;
  case '/':
    r->kind = OVER;
    break;
  case '(':
    r->kind = OPEN;
    break;
  case ')':
    r->kind = CLOSE;
    break;
  default:
    r->kind = WRONG;
    break;
  }
}

static int sum (struct reader *r);

static int atom (struct reader *r) {
  int value = 0;
  if (r->kind == NUMBER) {
    value = r->value;
    advance (r);
    return value;
  }
  if (r->kind == MINUS) {
    advance (r);
    return -atom (r);
  }
  if (r->kind == OPEN) {
    if (++r->depth > 3) {
      complain ("too deep");
      return 0;
    }
    advance (r);
    value = sum (r);
    if (r->kind != CLOSE)
      complain ("missing parenthesis");
    else
      advance (r);
    r->depth--;
    return value;
  }
  complain (r->kind == END ? "unexpected end" : "unexpected character");
  return 0;
}

static int product (struct reader *r) {
  int left = atom (r);
  while (r->kind == TIMES || r->kind == OVER) {
    enum kind operator= r->kind;
    advance (r);
    int right = atom (r);
    if (operator== TIMES)
      left = left * right;
    else if (right == 0)
      complain ("division by zero");
    else
      left = left / right;
  }
  return left;
}

static int sum (struct reader *r) {
  int left = product (r);
  while (r->kind == PLUS || r->kind == MINUS) {
    enum kind operator= r->kind;
    advance (r);
    int right = product (r);
    left = operator== PLUS ? left + right : left - right;
  }
  return left;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  struct reader r = {.at = data, .end = data + size};
  n_errors = 0;
  advance (&r);
  int value = sum (&r);
  if (r.kind != END)
    complain ("something behind the end");
  if (!n_errors)
    printf ("%d\n", value > 100 ? 100 : value);
  return 0;
}
