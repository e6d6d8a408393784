#pragma once

/* Reader of SMT-LIB 2.6 scripts, one command at a time.
 *
 *     smt_reader *r = smt_reader_new (mem, ts, smt_source_memory (s, n));
 *     for (smt_command c; smt_next (r, &c) != SMT_END;)
 *       obey (&c);
 *     smt_reader_free (r);
 *
 * The reader owns the symbols: it checks sorts, expands definitions and lets,
 * and follows push, pop and reset by itself. Logics are those of bit-vectors,
 * arrays of them, and integers; what else SMT-LIB has is refused with a
 * sentence that names it.
 *
 * A command that is wrong comes back as SMT_ERROR with its place and one
 * sentence. It has had no effect; the next call goes on behind its closing
 * parenthesis. With a stream, a command is given as soon as that parenthesis
 * has been read.
 *
 * Time and memory are linear in the text (and in the expansion of macros,
 * which is limited), whatever its nesting; there is no recursion. 'distinct'
 * is quadratic in its arguments, which are limited too.
 *
 * The term table is borrowed. Not thread-safe.
 */

#include "lab/query/smt_lex.h"
#include "term/term.h"

typedef enum smt_kind {
  SMT_END, /* of the input */
  SMT_ERROR,
#define COMMAND(NAME, ...) SMT_##NAME,
#include "lab/query/smt_commands.def"
  SMT_COUNT
} smt_kind;

/* (! term :named name) */
typedef struct smt_named {
  const char *name;
  term term;
} smt_named;

typedef struct smt_text {
  const char *text;
  size_t len;
} smt_text;

/* One command. All pointers are valid until the next call of smt_next; texts
 * of names until the reader is freed.
 */
typedef struct smt_command {
  smt_kind kind;
  smt_place place; /* its parenthesis; of SMT_ERROR, what is wrong */

  /* set-logic: the logic; set-option, get-option, set-info, get-info: the
   * keyword with its colon; declare-*, define-*: the symbol.
   */
  const char *name;

  /* echo: the text; set-option, set-info: the value, of a string without
   * quotes, else as written; SMT_ERROR: the sentence. NUL-terminated.
   */
  const char *text;
  size_t len;

  /* assert: the formula; declare-fun, declare-const: the variable;
   * define-fun, define-const: the body (over variables of the reader when
   * there are parameters); get-value, check-sat-assuming: the list, with
   * the words of the user in 'words'.
   */
  const term *terms;
  const smt_text *words;
  size_t n_terms;

  const smt_named *named; /* in the terms of this command */
  size_t n_named;

  uint64_t number; /* push, pop: levels */
  sort sort;       /* declare-*, define-* */
  status status;   /* SMT_ERROR: ST_BADINPUT, ST_UNSUPPORTED or ST_NOFILE */
} smt_command;

typedef struct smt_reader smt_reader;

smt_reader *smt_reader_new (memory *, terms *, smt_source);
void smt_reader_free (smt_reader *); /* NULL is allowed */

/* Every comment, from its ';' to the end of its line, in the order of the
 * text: those between two commands are told before the second is given.
 */
void smt_reader_on_comment (smt_reader *, smt_comment_function *, void *state);

/* The next command; returns out->kind. After SMT_END it stays at the end. */
smt_kind smt_next (smt_reader *, smt_command *out);

/* Go on with another text. Symbols and levels stay; places start again. */
void smt_reader_continue (smt_reader *, smt_source);

/* Forget symbols, levels and options as (reset) does: for logs in which many
 * scripts, each ended by (exit), follow one another.
 */
void smt_reader_reset (smt_reader *);

const char *smt_kind_name (smt_kind); /* "check-sat" */
