/* The public face (include/reprise.h). */

#include "reprise.h"

#include "lab/query/session.h"
#include "ladder/presets.h"

struct reprise {
  context context;
  terms *terms; /* NULL until the first evaluation */
  store *store; /* NULL without the option */
  smt_reader *reader;
  session *session;
  char_vec out;
};

/* Misuse is told like any other failure: a library must not end its host. */
static int library_refuse (reprise *r, const char *text) {
  trouble_clear (&r->context.trouble);
  trouble_set (&r->context.trouble, ST_USAGE, "%s", text);
  return -1;
}

reprise *reprise_new (void) {
  reprise *r = memory_zalloc (NULL, sizeof *r);
  context_init (&r->context);
  r->context.log.file = NULL; /* a library does not write */
  r->context.draft.interactive = true;
  return r;
}

void reprise_free (reprise *r) {
  if (!r)
    return;
  memory *mem = &r->context.memory;
  vec_release (mem, &r->out);
  session_free (r->session);
  store_close (r->store);
  smt_reader_free (r->reader);
  terms_free (r->terms);
  context_release (&r->context);
  memory_free (NULL, r, sizeof *r);
}

int reprise_set_option (reprise *r, const char *name, const char *value) {
  if (!r)
    return -1;
  if (!name || !value)
    return library_refuse (r, "reprise_set_option: name or value is NULL");
  if (r->terms)
    return library_refuse (
        r, "reprise_set_option: options are set before the first "
           "evaluation");
  trouble_clear (&r->context.trouble);
  options before = r->context.options;
  if (!options_set (&r->context.draft, &r->context.trouble, name, value) &&
      !preset_check (&r->context))
    return 0;
  r->context.draft = before;
  return -1;
}

static status library_start (reprise *r) {
  context *c = &r->context;
  context_apply_options (c);
  status st = store_open_chosen (c, &c->trouble, &r->store);
  if (st)
    return st;
  r->terms = terms_new (&c->memory);
  r->reader = smt_reader_new (&c->memory, r->terms, smt_source_memory ("", 0));
  r->session = session_new (c, r->terms, r->store);
  return ST_OK;
}

const char *reprise_eval (reprise *r, const char *commands) {
  if (!r)
    return NULL;
  if (!commands) {
    library_refuse (r, "reprise_eval: commands are NULL");
    return NULL;
  }
  if (!r->terms && library_start (r))
    return NULL;
  smt_reader_continue (r->reader,
                       smt_source_memory (commands, strlen (commands)));
  vec_clear (&r->out);
  smt_command c;
  while (smt_next (r->reader, &c) != SMT_END)
    if (session_obey (r->session, &c, &r->out) == SESSION_EXIT)
      break;
  return text_c (&r->context.memory, &r->out);
}

const char *reprise_error (const reprise *r) {
  return r && r->context.trouble.code ? trouble_text (&r->context.trouble) : "";
}

void reprise_interrupt (reprise *r) {
  if (r && r->session)
    session_interrupt (r->session);
}
