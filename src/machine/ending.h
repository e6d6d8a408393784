#pragma once

/* How a path ended, as a value.
 *
 * Nothing here is a sentence. What people read is made where it is printed
 * (ending_text.h), and nobody reads that back: who wants to know why a path
 * ended looks at 'reason', whose rows are in reasons.def.
 *
 * There are two forms. An 'ending' is that of a state: its places are
 * instructions, its texts live as long as the machine, and forks share what it
 * points to. An 'end_record' is the same by names, files and lines: what is
 * kept in suites and shown in reports, without the program at hand.
 *
 *     state.end ──▶ end_detail          machine's arena, NULL after exit
 *        │             cause              why: reason, texts, values
 *        │             object             which object, and how it came to be
 *        └─ spot       related[]          instructions: made, freed
 *                         │
 *     end_record_of       ▼  places of the program
 *                      end_record         function, file:line of each
 */

#include "context/options.h"
#include "term/term.h"

/* How a path ended. */
typedef enum end_kind {
  END_NONE,
  END_EXIT,  /* complete: returned from main, exit */
  END_FAULT, /* a bug of the program: 'fault' */
  END_CUT,   /* a budget, or something unsupported: the reason says what */
  END_SILENT /* klee_silent_exit, an assumption that is false here: no test */
} end_kind;

typedef enum fault_kind {
  FAULT_NONE,
#define FAULT(NAME, name, text) FAULT_##NAME,
#include "machine/faults.def"
  FAULT_COUNT
} fault_kind;

typedef enum end_reason {
#define REASON(NAME, CLASS, template) WHY_##NAME,
#include "machine/reasons.def"
  WHY_COUNT
} end_reason;

/* What follows from a reason: a row of classes.def. */
typedef enum reason_class {
#define CLASS(NAME, name, WEIGHT, help) CLASS_##NAME,
#include "machine/classes.def"
  CLASS_COUNT
} reason_class;

typedef enum class_weight {
  WEIGHT_NOTHING,
  WEIGHT_BOUND,
  WEIGHT_CHOSEN,
  WEIGHT_MISSING
} class_weight;

const char *class_name (reason_class);
const char *
    class_help (reason_class); /* "": another class of its name has it */
class_weight class_weight_of (reason_class);
reason_class reason_class_of (end_reason);

/* A number of the program, as it is to be shown. */
typedef enum value_form {
  VALUE_UNKNOWN,
  VALUE_UNSIGNED,
  VALUE_SIGNED,
  VALUE_ADDRESS
} value_form;

/* Why something ended or was not explored, and what it is about. Texts are
 * whole, whatever their length; who makes a cause says how long they live.
 */
#define CAUSE_PARTS 2
typedef struct cause {
  end_reason reason;
  uint8_t form[CAUSE_PARTS];     /* value_form */
  const char *text[CAUSE_PARTS]; /* NULL: none */
  uint64_t value[CAUSE_PARTS];
} cause;

/* How KLEE tells a warning of the program: value[0] of its cause. */
enum { WARNING_ONCE = 1, WARNING_ALONE = 2 /* without the function */ };

/* The frequent ones. */
static inline cause cause_of (end_reason r) { return (cause) {.reason = r}; }
static inline cause cause_about (end_reason r, const char *text) {
  return (cause) {.reason = r, .text = {text}};
}
static inline cause cause_number (end_reason r, uint64_t n) {
  return (cause) {.reason = r, .form = {VALUE_UNSIGNED}, .value = {n}};
}
static inline cause cause_address (end_reason r, uint64_t n) {
  return (cause) {.reason = r, .form = {VALUE_ADDRESS}, .value = {n}};
}

bool cause_is_same (const cause *, const cause *);
uint64_t cause_hash (const cause *);
cause cause_copy (arena *, const cause *); /* with its texts */

/* The object that a fault is about. */
typedef enum object_origin {
  ORIGIN_NONE,   /* the fault is about none */
  ORIGIN_GLOBAL, /* 'name' */
  ORIGIN_STRING, /* a constant without a name: 'name' is what it says */
  ORIGIN_LOCAL,  /* a variable of a function, 'name': declared */
  ORIGIN_MADE,   /* of the heap, or a variable whose name is lost: allocated */
  ORIGIN_COUNT
} object_origin;

typedef struct end_object {
  uint8_t origin;         /* object_origin */
  bool is_most;           /* it had at most 'size' bytes */
  bool has_symbolic_size; /* 'size' is that of the test */
  bool is_write;          /* the access was */
  bool is_guessed;        /* a pointer that may go anywhere: the values of the
                             test decide which object it is */
  const char *name;       /* or NULL */
  uint64_t size;
  uint64_t access; /* bytes; 0: it was not read or written */
  int64_t offset;
} end_object;

/* Where else something happened, in this order: where the object was made,
 * where it was freed.
 */
#define ENDING_RELATED 2

/* An instruction of the program. */
typedef struct spot {
  uint32_t function, insn;
} spot;
typedef VEC (spot) spot_vec;

typedef struct end_detail {
  cause cause;
  const char *suffix; /* of FAULT_REPORTED: the name of its kind, or NULL */
  end_object object;
  uint32_t n_related;
  spot related[ENDING_RELATED];
} end_detail;

typedef struct ending {
  end_kind kind;
  fault_kind fault;
  limit_kind limit;         /* that ended it */
  int status;               /* exit status */
  term code;                /* the same, if it is symbolic, else TERM_NONE */
  uint32_t function, insn;  /* where */
  bool is_nowhere;          /* nothing is at an address: one more global or
                               function could have been */
  const end_detail *detail; /* NULL after an exit, or a silent end */
} ending;

/* Never NULL's: WHY_NONE where there is no detail. */
cause ending_cause (const ending *);

/* The names of enumerations, in files for other programs: "max_depth". */
const char *reason_name (end_reason);

/* Names of faults. */
const char *fault_name (fault_kind);
const char *fault_text (fault_kind);
