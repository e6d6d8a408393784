/* Names of logics and of theories that are not supported. */

#include "lab/query/smt_priv.h"

#define REALS "theory of reals is not supported"
#define STRINGS "theory of strings is not supported"
#define DATATYPES "theory of datatypes is not supported"
#define SORTS "theory of uninterpreted sorts is not supported"

typedef struct part {
  const char *text;
  const char *refusal; /* NULL = supported */
} part;

/* What the name of a logic is made of; the first that matches is taken. */
static const part parts[] = {
    {"AX", SORTS},     {"UF", NULL},   {"BV", NULL},    {"LIA", NULL},
    {"NIA", NULL},     {"IDL", NULL},  {"LIRA", REALS}, {"NIRA", REALS},
    {"LRA", REALS},    {"NRA", REALS}, {"RDL", REALS},  {"FP", NULL},
    {"DT", DATATYPES}, {"S", STRINGS}, {"A", NULL},
};

const char *smt_logic_refusal (const char *name) {
  if (!strcmp (name, "ALL") || !strcmp (name, "QF_ALL"))
    return NULL;
  const bool is_free = !strncmp (name, "QF_", 3);
  const char *p = is_free ? name + 3 : name, *refusal = NULL;
  if (!*p)
    return "unknown logic";
  while (*p) {
    const part *hit = NULL;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !hit; i++)
      if (!strncmp (p, parts[i].text, strlen (parts[i].text)))
        hit = parts + i;
    if (!hit)
      return "unknown logic";
    if (!refusal)
      refusal = hit->refusal;
    p += strlen (hit->text);
  }
  return is_free ? refusal : "quantifiers are not supported";
}

/* Symbols, or with a final '*' beginnings of symbols, of other theories. */
static const part foreign[] = {
#define FOREIGN(SYMBOL, REFUSAL) {SYMBOL, REFUSAL},
#include "lab/query/smt_ops.def"
};

static const char *foreign_refusal (const char *name) {
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
    const char *text = foreign[i].text;
    size_t len = strlen (text);
    if (text[len - 1] == '*' ? !strncmp (name, text, len - 1)
                             : !strcmp (name, text))
      return foreign[i].refusal;
  }
  return NULL;
}

bool smt_fail_unknown (smt_reader *r, smt_place where, const smt_symbol *s,
                       const char *what) {
  const char *refusal = foreign_refusal (s->text);
  smt_shown name = smt_show (s->text, s->len);
  if (refusal)
    return smt_fail (r, ST_UNSUPPORTED, where, "%s: '%s'", refusal, name.text);
  return smt_fail (r, ST_BADINPUT, where, "unknown %s '%s'", what, name.text);
}
