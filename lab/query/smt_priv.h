#pragma once

/* The reader's inside, shared by smt_read.c (its life), smt_command.c
 * (commands) and smt_parse.c (sorts and terms). Functions that return bool
 * return false after having recorded an error.
 */

#include "lab/query/smt_macro.h"
#include "lab/query/smt_names.h"
#include "lab/query/smt_ops.h"
#include "lab/query/smt_read.h"

#define SMT_MAX_DIGITS 300000u
#define SMT_MAX_EXPANSION ((uint64_t) 1 << 22) /* steps in one command */

/* Words with a meaning of their own; they share 'smt_symbol.op'. */
typedef enum smt_word {
  WORD_LET = OP_COUNT,
  WORD_ANNOTATE,
  WORD_INDEXED,
  WORD_AS,
  WORD_RESERVED, /* not to be declared, and nothing else */
  WORD_QUANTIFIER,
  WORD_MATCH,
  WORD_LAMBDA,
  WORD_BITVEC,
  WORD_ARRAY,
  WORD_BOOL,
  WORD_INT
} smt_word;

typedef enum smt_frame_kind {
  FRAME_APPLY,
  FRAME_MACRO,
  FRAME_LET,  /* reading its bindings */
  FRAME_BODY, /* of a let */
  FRAME_ANNOTATION
} smt_frame_kind;

/* An open parenthesis of a term. */
typedef struct smt_frame {
  uint8_t kind;
  uint16_t op;
  uint32_t first; /* first argument in 'values' */
  uint32_t mark;  /* LET: first name in 'lets'; BODY: bindings before it;
                     MACRO: the macro */
  smt_place place;
  uint64_t index[2];
} smt_frame;

/* What (pop) goes back to. */
typedef struct smt_level {
  size_t n_bindings, n_macros;
  mark steps;
} smt_level;

#define SMT_CONSTANTS 1024u

typedef struct smt_constant {
  uint64_t value;
  uint32_t width; /* 0 = none */
  term term;
} smt_constant;

/* An application that was built before. Logs of queries repeat themselves,
 * and finding one here is cheaper than checking, simplifying and interning.
 */
#define SMT_APPLICATIONS 16384u

typedef struct smt_application {
  uint32_t op; /* 0 = none */
  term arg[3];
  uint64_t index;
  term term;
} smt_application;

/* A constant of sort Real. */
typedef struct smt_real_number {
  num top, bottom; /* the second is positive */
} smt_real_number;

struct smt_reader {
  memory *mem;
  terms *ts;
  smt_lexer lex;
  smt_names names;

  VEC (smt_macro) macros;
  arena steps;
  VEC (smt_level) levels;
  bool is_global;              /* :global-declarations */
  bool has_no_int;             /* the logic has no integers */
  bool has_no_fp;              /* nor floating point */
  VEC (smt_real_number) reals; /* of handles that are kept (smt_number.h) */
  arena real_digits;

  /* The command being read. */
  smt_place place;
  VEC (smt_frame) frames;
  term_vec values;
  VEC (smt_symbol *) lets;
  VEC (smt_named) named;
  VEC (smt_symbol *) named_symbols;
  term_vec terms;
  VEC (smt_text) words;
  char_vec text;
  arena numbers; /* limbs of numerals */
  uint64_t n_expanded;
  bool has_params; /* inside a definition with parameters */

  /* Its error. */
  smt_place wrong;
  trouble trouble;
  trouble why; /* of an operator; kept here since clearing it costs */

  smt_constant constants[SMT_CONSTANTS]; /* recent ones, by value and width */
  smt_application *applications;         /* SMT_APPLICATIONS */
};

/* Errors. 'smt_fail' returns false. */
bool smt_fail (smt_reader *, status, smt_place, const char *fmt, ...)
    __attribute__ ((format (printf, 4, 5)));

/* A symbol as it can be shown in a sentence: short and printable. */
typedef struct smt_shown {
  char text[64];
} smt_shown;

smt_shown smt_show (const char *, size_t len);

bool smt_fail_unknown (smt_reader *, smt_place, const smt_symbol *,
                       const char *what);

/* May the symbol be declared here? */
bool smt_check_new (smt_reader *, const smt_symbol *, smt_place);

/* Tokens. */
bool smt_token_next (smt_reader *, smt_token *); /* not the end */
bool smt_fail_token (smt_reader *, const smt_token *bad);
bool smt_unexpected (smt_reader *, const smt_token *, const char *wanted);
bool smt_expect_open (smt_reader *, const char *what);
bool smt_expect_close (smt_reader *);
bool smt_expect_symbol (smt_reader *, smt_symbol **, smt_place *,
                        const char *what);
bool smt_numeral_u64 (smt_reader *, const smt_token *, uint64_t *);
bool smt_read_indices (smt_reader *, uint64_t *, uint64_t *); /* and ")" */
bool smt_skip_value (smt_reader *, const smt_token *first);

/* Sorts and terms. */
bool smt_read_sort (smt_reader *, sort *);
bool smt_read_term_from (smt_reader *, smt_token, term *);

/* Why a logic is not supported: a sentence, or NULL when it is. */
const char *smt_logic_refusal (const char *name);

/* The rest of a command whose kind is known. */
bool smt_read_arguments (smt_reader *, smt_command *);

/* All levels are popped, and what is outside of them forgotten. */
void smt_clear_levels (smt_reader *);
