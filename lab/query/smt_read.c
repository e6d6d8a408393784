#include "lab/query/smt_read.h"

#include "lab/query/smt_priv.h"

typedef struct reader_word {
  const char *text;
  unsigned op;
} reader_word;

static const reader_word words[] = {
    {"let", WORD_LET},           {"!", WORD_ANNOTATE},
    {"_", WORD_INDEXED},         {"as", WORD_AS},
    {"par", WORD_RESERVED},      {"BINARY", WORD_RESERVED},
    {"DECIMAL", WORD_RESERVED},  {"HEXADECIMAL", WORD_RESERVED},
    {"NUMERAL", WORD_RESERVED},  {"STRING", WORD_RESERVED},
    {"forall", WORD_QUANTIFIER}, {"exists", WORD_QUANTIFIER},
    {"match", WORD_MATCH},       {"lambda", WORD_LAMBDA},
    {"BitVec", WORD_BITVEC},     {"Array", WORD_ARRAY},
    {"Bool", WORD_BOOL},         {"Int", WORD_INT},
};

typedef struct refused {
  const char *name, *what;
} refused;

static const refused refused_commands[] = {
#define REFUSED(SMT, WHAT) {SMT, WHAT},
#include "lab/query/smt_commands.def"
};

static const char *const kind_names[SMT_COUNT] = {
    "end",
    "error",
#define COMMAND(NAME, SMT, ...) SMT,
#include "lab/query/smt_commands.def"
};

const char *smt_kind_name (smt_kind k) { return kind_names[k]; }

/* Life cycle. */

static smt_symbol *intern (smt_reader *r, const char *text) {
  return smt_names_intern (&r->names, text, strlen (text));
}

smt_reader *smt_reader_new (memory *mem, terms *ts, smt_source source) {
  smt_reader *r = memory_zalloc (mem, sizeof *r);
  r->mem = mem;
  r->ts = ts;
  r->applications =
      memory_zalloc (mem, SMT_APPLICATIONS * sizeof *r->applications);
  smt_lexer_init (&r->lex, mem, source);
  smt_names_init (&r->names, mem);
  arena_init (&r->steps, mem);
  arena_init (&r->numbers, mem);
  arena_init (&r->real_digits, mem);
  for (unsigned op = 1; op < OP_COUNT; op++)
    intern (r, smt_op_table[op].name)->op = (uint16_t) op;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    intern (r, words[i].text)->op = (uint16_t) words[i].op;
  for (unsigned k = SMT_ERROR + 1; k < SMT_COUNT; k++)
    intern (r, kind_names[k])->command = (uint16_t) k;
  return r;
}

void smt_reader_free (smt_reader *r) {
  if (!r)
    return;
  smt_lexer_release (&r->lex);
  smt_names_release (&r->names);
  arena_release (&r->steps);
  arena_release (&r->numbers);
  arena_release (&r->real_digits);
  vec_release (r->mem, &r->macros, &r->levels, &r->frames, &r->values, &r->lets,
               &r->named, &r->named_symbols, &r->terms);
  vec_release (r->mem, &r->words, &r->text, &r->reals);
  memory_free (r->mem, r->applications,
               SMT_APPLICATIONS * sizeof *r->applications);
  memory_free (r->mem, r, sizeof *r);
}

void smt_reader_on_comment (smt_reader *r, smt_comment_function *f,
                            void *state) {
  r->lex.comment = f;
  r->lex.comment_state = state;
}

void smt_reader_continue (smt_reader *r, smt_source source) {
  smt_comment_function *comment = r->lex.comment;
  void *state = r->lex.comment_state;
  smt_lexer_release (&r->lex);
  smt_lexer_init (&r->lex, r->mem, source);
  r->lex.comment = comment;
  r->lex.comment_state = state;
  trouble_clear (&r->trouble); /* what followed an error is gone */
}

void smt_reader_reset (smt_reader *r) {
  r->is_global = r->has_no_int = r->has_no_fp = false;
  smt_clear_levels (r);
}

/* Named terms become symbols when their command is complete. */
static bool bind_names (smt_reader *r) {
  size_t before = r->names.bindings.len;
  for (size_t i = 0; i < r->named.len; i++) {
    smt_symbol *s = r->named_symbols.data[i];
    if (s->binding) {
      smt_names_cut (&r->names, before);
      return smt_fail (r, ST_BADINPUT, r->place,
                       "symbol '%s' is already declared",
                       smt_show (s->text, s->len).text);
    }
    smt_names_bind (&r->names, s, BOUND_TERM, r->named.data[i].term.id);
  }
  return true;
}

/* Commands. */

static bool unknown_command (smt_reader *r, const smt_symbol *s,
                             smt_place where) {
  for (size_t i = 0; i < sizeof refused_commands / sizeof *refused_commands;
       i++)
    if (!strcmp (s->text, refused_commands[i].name))
      return smt_fail (r, ST_UNSUPPORTED, where, "%s not supported",
                       refused_commands[i].what);
  return smt_fail (r, ST_BADINPUT, where, "unknown command '%s'",
                   smt_show (s->text, s->len).text);
}

static bool read_command (smt_reader *r, smt_command *c, const smt_token *t) {
  smt_symbol *s;
  smt_place where;
  c->place = r->place = t->place;
  if (t->kind == TOKEN_CLOSE)
    return smt_fail (r, ST_BADINPUT, t->place, "unexpected ')'");
  if (t->kind != TOKEN_OPEN)
    return smt_unexpected (r, t, "'('");
  if (!smt_expect_symbol (r, &s, &where, "a command"))
    return false;
  if (!s->command)
    return unknown_command (r, s, where);
  c->kind = (smt_kind) s->command;
  if (!smt_read_arguments (r, c))
    return false;
  c->named = r->named.data;
  c->n_named = r->named.len;
  return !c->n_named || bind_names (r);
}

/* Behind the end of a command that was wrong. */
static void skip_rest (smt_reader *r) {
  smt_token t;
  while (r->lex.depth) {
    if (smt_lexer_next (&r->lex, &t) == TOKEN_END)
      break;
    trouble_clear (&r->lex.trouble);
  }
  r->lex.depth = 0;
  trouble_clear (&r->lex.trouble);
  trouble_clear (&r->trouble);
}

static void clear_command (smt_reader *r) {
  r->lex.hold = NULL;
  vec_clear (&r->frames);
  vec_clear (&r->values);
  vec_clear (&r->lets);
  vec_clear (&r->named);
  vec_clear (&r->named_symbols);
  vec_clear (&r->terms);
  vec_clear (&r->words);
  arena_reset (&r->numbers);
  r->n_expanded = 0;
  r->has_params = false;
}

smt_kind smt_next (smt_reader *r, smt_command *c) {
  *c = (smt_command) {.kind = SMT_END};
  clear_command (r);
  if (r->trouble.code)
    skip_rest (r);
  smt_token t;
  smt_lexer_next (&r->lex, &t);
  size_t n_bindings = r->names.bindings.len;
  c->place = t.place;
  if (t.kind == TOKEN_END)
    return SMT_END;
  if (t.kind == TOKEN_BAD ? !smt_fail_token (r, &t)
                          : !read_command (r, c, &t)) {
    smt_names_cut (&r->names, n_bindings);
    *c = (smt_command) {.kind = SMT_ERROR, .place = r->wrong};
    c->status = r->trouble.code;
    c->text = trouble_text (&r->trouble);
    c->len = strlen (c->text);
  }
  return c->kind;
}
