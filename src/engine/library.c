/* The public face (include/reprise.h). */

#include "reprise.h"

#include "build_info.h" /* written by the Makefile */
#include "engine/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reprise {
  context context;
  terms *terms; /* NULL until the first evaluation */
  store *store; /* NULL without the option */
  smt_reader *reader;
  session *session;
  char_vec out;
};

const char *reprise_version (void) { return REPRISE_VERSION; }

const char *reprise_git_id (void) { return BUILD_GIT_ID; }

/* Misuse of the library is not an answer: say which call, and stop. */
static void require (bool is_right, const char *call, const char *text) {
  if (is_right)
    return;
  fprintf (stderr, "reprise: %s: %s\n", call, text);
  abort ();
}

reprise *reprise_new (void) {
  reprise *r = memory_zalloc (NULL, sizeof *r);
  context_init (&r->context);
  r->context.log.file = NULL; /* a library does not write */
  r->context.options.interactive = true;
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
  require (r && name && value, "reprise_set_option", "NULL argument");
  require (!r->terms, "reprise_set_option", "called after an evaluation");
  trouble_clear (&r->context.trouble);
  if (options_set (&r->context.options, &r->context.trouble, name, value))
    return -1;
  return 0;
}

static status start (reprise *r) {
  context *c = &r->context;
  store_config config;
  context_apply_options (c);
  if (store_config_init (&config, &c->memory, &c->log, &c->options) &&
      store_open (&config, &c->trouble, &r->store))
    return c->trouble.code;
  r->terms = terms_new (&c->memory);
  r->reader = smt_reader_new (&c->memory, r->terms, smt_source_memory ("", 0));
  r->session = session_new (c, r->terms, r->store);
  return ST_OK;
}

const char *reprise_eval (reprise *r, const char *commands) {
  require (r && commands, "reprise_eval", "NULL argument");
  if (!r->terms && start (r))
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
  require (r, "reprise_error", "NULL argument");
  return r->context.trouble.code ? trouble_text (&r->context.trouble) : "";
}

void reprise_interrupt (reprise *r) {
  if (r && r->session)
    session_interrupt (r->session);
}
