#pragma once

/* The program under test: loaded, linked, lowered.
 *
 * This folder is the only one that knows LLVM. A program is loaded once; its
 * functions are lowered to our code when they are first needed, since most of
 * a libc never is. Everything handed out lives as long as the program.
 */

#include "base/log.h"
#include "base/status.h"
#include "base/vec.h"
#include "context/choices.h"
#include "program/address.h"
#include "program/code.h"
#include "program/placing.h"

typedef struct program program;

typedef enum builtin {
  BUILTIN_NONE,
#define BUILTIN(NAME, TEXT, WINS, DOES) BUILTIN_##NAME,
#include "program/builtins.def"
  BUILTIN_COUNT
} builtin;

/* May its block be entered again from anywhere, with the frame of now? */
static inline bool insn_is_setjmp (const insn *i) {
  return i->op == OP_BUILTIN &&
         (i->a == BUILTIN_SETJMP || i->a == BUILTIN_SETJMP_UNDERSCORE ||
          i->a == BUILTIN_SIGSETJMP || i->a == BUILTIN_SIGSETJMP_UNDERSCORE);
}

typedef struct function {
  const char *name; /* of the older one of two versions: with a mark */
  const char *base; /* the same without: what it is called in its version */
  hash128 label;    /* stands for 'base' in digests (memo/labels.h) */
  uint64_t address; /* a slot of its own */
  builtin builtin;  /* or BUILTIN_NONE */
  bool has_body;
  bool is_foreign; /* nobody defines it; the body, if any, is ours */
  bool is_used;    /* something refers to it */
  bool is_users;   /* not of libc or runtime: counts for coverage */
  bool is_before;  /* of the older one of two versions */
  bool is_vararg;
  bool returns_float;
  bool returns_struct; /* its bits may be padding; only of the user's */
  uint8_t n_results;   /* slots */
  uint8_t result_width;
  uint32_t n_params;    /* slots */
  const uint8_t *param; /* width of each; bit 7: floating point; 0x80
                           itself: an integer of 128 bits */
  uint32_t file, line;  /* of the definition; 0 = not known */
  uint32_t n_sides;     /* of decisions in its source (branches.h) */
  bool has_ternary;     /* some of them are no branches (ternary.h) */
} function;

typedef struct global {
  const char *name;
  uint64_t address, size;
  uint32_t alignment;
  bool is_constant;
  bool is_foreign; /* declared but nowhere defined */
  bool is_users;
  bool is_before;       /* of the older one of two versions */
  bool is_local;        /* of two versions: static */
  bool is_anonymous;    /* a string or a table that has only its content */
  const uint8_t *bytes; /* initial content, NULL for zeros */
  uint32_t n_addresses; /* in it, */
  const uint64_t *address_at; /* their places, ascending */
  layout layout;
  hash128 digest; /* of name, type and initial content, with names
                     in place of addresses */
} global;

typedef struct program_config {
  memory *mem;
  logger *log;
  const char *input;         /* FILE.c, FILE.bc or FILE.ll */
  const char *const *others; /* more of them, NULL-terminated, or NULL */
  const char *entry;         /* function to be driven by its types, or NULL */
  const char *const
      *flags; /* more for the compiler, NULL-terminated, or NULL */
  const char *compile_commands;    /* database.h */
  const struct compile_unit *unit; /* NULL, or how the input is compiled
                                      (compile.h) */
  const char *
      kept; /* NULL, or how names of kept compilations begin (kept_objects.h) */
  const char *libc;           /* directory of the libc's and the runtime's
                                 bitcode, NULL: none is linked */
  bool has_words;             /* the program gets arguments: inputs may be
                                 among them (runtime/start/inputs.c) */
  const char *host_files;     /* directory whose files the program may see, or
                                 NULL (host_files.h) */
  bool keep_branches;         /* every decision of C is one (branches.h) */
  bool keep_unset;            /* reads of variables before they are written
                                 are in the code (OP_UNSET), else zeros */
  klee_way klee;              /* calls that are told (lower_call.c) */
  undefined_policy undefined; /* what becomes of functions nobody defines */
  uint32_t fail_malloc; /* allocations that may fail on a path (failing.h) */
  uint64_t buffer_size; /* of what a driven function's pointers point to */
  uint32_t depth;       /* and how many objects behind each other */
  struct dependencies
      *dependencies;  /* NULL, or gets what the program is made of */
  char_vec *compiled; /* NULL, or bitcode of a C file: what is there is taken,
                         else it gets what the compiler gives */
  char_vec *linked;  /* NULL, or bitcode of all files, linked, without the libc:
                        what is there is taken, else it gets it; then nothing is
                        compiled or read */
  uint64_t deadline; /* on clock_now, 0: none; looked at between steps */
  const char *moved_from, *moved_to; /* NULL, or a directory that flags of
                                        the compiler mean, and where its files
                                        are that the input is to be compiled
                                        with */
  const char *moved_name;            /* what the user calls this version */
  const char *name_root; /* NULL, or __FILE__ names what is below it from there
                          */
  const char *name;      /* NULL, or what it calls the input */
  const struct program_config *before; /* NULL, or another version, which is to
                                          be compared ... */
  const struct pair_rules *rules;      /* ... by these (pairing.h) */
  const char *assume;   /* which calls of a driven function are allowed
                           (assume.h), or NULL */
  const char *defaults; /* parameters of a driven function with a value of their
                           own: "a=1,b=2", or NULL */
} program_config;

/* Compiles, reads, links, simplifies. NULL with trouble when it cannot,
 * ST_FULL when its time was over.
 */
program *program_load (const program_config *, trouble *);
void program_free (program *);

/* What it was loaded from, or NULL. */
const char *program_input (const program *);

/* The function to start with: main, or what drives the entry. */
uint32_t program_start (const program *);

/* Of a program made of two versions: where the version before starts, and what
 * compares them (machine/versus.h). UINT32_MAX: it is one program.
 */
uint32_t program_start_before (const program *);
uint32_t program_judge (const program *);

uint32_t program_count_functions (const program *);
const function *program_function (const program *, uint32_t);
void program_relabel (program *, uint32_t function, hash128 label);

/* Words with classes of arguments behind those in the pool (CALL_WORDS). */
uint32_t program_class_words (const program *, const insn *);
uint32_t program_find_function (const program *,
                                const char *name); /* or UINT32_MAX */

/* The name of a parameter in the module; "" where it has none. */
const char *program_parameter (const program *, uint32_t function, uint32_t i);

/* Of a function with a body; lowered at the first call. */
const code *program_code (program *, uint32_t function);
bool program_has_code (const program *, uint32_t function); /* it was called */

uint32_t program_count_globals (const program *);
const global *program_global (const program *, uint32_t);

/* The global in this slot, or NULL. The number of the function in this slot, or
 * UINT32_MAX.
 */
const global *program_global_at (const program *, uint32_t slot);
uint32_t program_function_at (const program *, uint32_t slot);

/* Slots of all functions, of all globals. */
const placing *program_function_placing (const program *);
const placing *program_global_placing (const program *);

/* Where a variable of the stack lies while it is the only one of its name, 0:
 * it has no place of its own. It follows from the name of the function and from
 * what code_variable says; not where two versions are compared.
 */
uint32_t program_variable_slot (program *, uint32_t function, uint32_t pc);

const char *program_file (const program *,
                          uint32_t file); /* path, as given to the compiler */

/* The file of this path among those known so far, 0: none. */
uint32_t program_find_file (const program *, const char *path);

/* A lowered block by block.index, with its function. */
const block *program_block (const program *, uint32_t index,
                            uint32_t *function);

/* What inlining left: an instruction of scope s belongs to this function,
 * called from there.
 */
typedef struct scope {
  const char *function;
  place caller;
  uint32_t parent; /* scope of the caller, 0 = the function itself */
} scope;
const scope *program_scope (const program *, uint32_t);

/* The variable that an instruction makes room for on the stack, NULL: it has
 * no name, or debug information does not tell. The first question about a
 * function looks at all of it.
 */
typedef struct local_variable {
  const char *name; /* "a temporary struct pair": it has none */
  place declared;   /* or first used */
  bool is_temporary;
} local_variable;
const local_variable *program_local (program *, uint32_t function, uint32_t at);

/* Types of its inputs, and of the function that is driven. */
const struct datatypes *program_types (const program *);

/* The same of the old one of two versions; NULL: there is one. */
const struct datatypes *program_types_before (const program *);

/* The module as bitcode. False: it cannot be written. */
bool program_write (const program *, const char *path);

/* Appends the module as LLVM shows it, and the functions whose bodies are
 * there, in their order; those that are never called as UINT32_MAX.
 */
void program_print (const program *, memory *, char_vec *text, u32_vec *bodies);

/* What the program's driver, if it has one, assumes of its input. */
#define HARNESS_BUFFERS "reprise.buffers" /* they have --buffer-size bytes */
#define HARNESS_STRINGS "reprise.strings" /* those of char end with a NUL */
#define HARNESS_POINTERS "reprise.pointers"
#define HARNESS_ARGUMENTS "reprise.arguments" /* main looks at them */
#define HARNESS_OPEN "reprise.open"           /* they may be null */
#define HARNESS_NULLS "reprise.nulls"         /* but one parameter may be */
#define HARNESS_MOST_NULLS 16                 /* if there are not more */
#define HARNESS_NULL "(null)"                 /* an input: see harness.h */
#define HARNESS_PADDING ".padding"            /* ends the name of an input */
#define HARNESS_WIDTHS "reprise.widths"       /* what both versions can hold */
#define HARNESS_FUNCTIONS "reprise.functions" /* pointers to them are null */
#define HARNESS_STUBS "reprise.stubs"         /* or they return anything */
#define HARNESS_LEVELS "reprise.levels" /* some are below --depth objects */
#define HARNESS_NAME "__reprise_driver" /* of the function that drives */
#define HARNESS_DRIVEN "reprise.driven" /* parameters, by their types */
#define HARNESS_REQUIRES "requires_"    /* harness.h */
bool program_is_marked (const program *, const char *mark);
