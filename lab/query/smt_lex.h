#pragma once

/* Tokens of SMT-LIB 2.6 text, from memory or from a stream.
 *
 * The text of a token points into the source (memory) or into the lexer's
 * window over it (stream) and is valid until the next token, unless 'hold'
 * keeps the window from there on. No allocation per token. A stream is only
 * read when the next token is not complete without it; a parenthesis is
 * complete at once, so a command is known as soon as it is closed.
 *
 * Columns count bytes. Lines and columns start at 1.
 */

#include "base/memory.h"
#include "base/status.h"

#include <sys/types.h>

typedef struct smt_place {
  uint32_t line, column;
} smt_place;

/* Where text comes from. With 'read' it is a stream: 'read' gives at least
 * one byte (blocking when there is none yet), 0 at the end, -1 and errno on
 * failure. Otherwise 'data' is all of it; it is borrowed.
 */
typedef struct smt_source {
  const char *data;
  size_t len;
  ssize_t (*read) (void *state, char *to, size_t size);
  void *state;
} smt_source;

smt_source smt_source_memory (const char *data, size_t len);
smt_source smt_source_descriptor (const int *fd); /* borrowed */

typedef enum smt_token_kind {
  TOKEN_END,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_SYMBOL,  /* bars removed */
  TOKEN_KEYWORD, /* with its colon */
  TOKEN_NUMERAL,
  TOKEN_DECIMAL,
  TOKEN_HEX, /* digits without #x */
  TOKEN_BINARY,
  TOKEN_STRING, /* quotes removed, "" still doubled */
  TOKEN_BAD     /* not a token; the lexer's trouble says why */
} smt_token_kind;

typedef struct smt_token {
  smt_token_kind kind;
  const char *text;
  size_t len;
  smt_place place;
} smt_token;

typedef void smt_comment_function (void *state, smt_place, const char *text,
                                   size_t len);

/* Open for the reader, which looks ahead in 'at .. end'. */
typedef struct smt_lexer {
  memory *mem;
  smt_source source;
  const char *at, *end; /* not yet read */
  const char *token;    /* start of the token being read */
  const char *hold;     /* the window keeps everything from here, or NULL */
  const char *data;     /* start of the window */
  char *window;         /* owned, streams only */
  size_t cap;
  uint64_t offset;     /* of 'data' in the source */
  uint64_t line_start; /* offset */
  uint32_t line;
  uint32_t depth; /* open parentheses */
  bool at_end;
  smt_comment_function *comment; /* NULL: comments are dropped */
  void *comment_state;
  trouble trouble;
} smt_lexer;

void smt_lexer_init (smt_lexer *, memory *, smt_source);
void smt_lexer_release (smt_lexer *);

smt_token_kind smt_lexer_next (smt_lexer *, smt_token *); /* its kind */

/* The place of a byte of the current line that is still in the window. */
static inline smt_place smt_lexer_place (const smt_lexer *x, const char *p) {
  uint64_t offset = x->offset + (uint64_t) (p - x->data);
  return (smt_place) {x->line, (uint32_t) (offset - x->line_start + 1)};
}
