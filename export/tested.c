#include "export/tested.h"

#include "program/home.h"

#include <errno.h>
#include <unistd.h>

static status apply_options (tested *r, context *c, const suite_facts *f) {
  assert (!r->options.len && !r->program); /* they say how to load it */
  text_puts (r->mem, &r->options, f->options);
  text_c (r->mem, &r->options);
  options o = c->options;
  status st = options_take_list (&o, &c->trouble, r->options.data);
  context_take_options (c, &o);
  return st;
}

status tested_load (tested *r, context *c, const suite_facts *f) {
  *r = (tested) {.mem = &c->memory};
  given_flags_init (&r->given, r->mem, f->cflags);
  vec_push (r->mem, &r->arg, f->given);
  for (uint32_t i = 0; i < f->n_args; i++)
    vec_push (r->mem, &r->arg, f->args[i]);
  status st = apply_options (r, c, f);
  if (st)
    return st;
  bool has_libc = c->options.libc != LIBC_NONE;
  if (has_libc)
    st = home_find_libc (r->mem, &r->libc, &c->trouble);
  if (st)
    return st;
  r->config = (program_config) {
      .mem = r->mem,
      .log = &c->log,
      .input = f->input,
      .entry = *f->entry ? f->entry : NULL,
      .flags = r->given.flag.data,
      .others = r->given.file.data,
      .compile_commands = *f->compile_commands ? f->compile_commands : NULL,
      .libc = has_libc ? r->libc.data : NULL,
      .has_words = f->n_args > 0,
      .host_files = c->options.host_files,
      .keep_branches = f->keep_branches,
      .keep_unset = c->options.check_uninitialized,
      .undefined = c->options.undefined,
      .fail_malloc = (uint32_t) c->options.fail_malloc,
      .buffer_size = f->buffer_size,
      .depth = (uint32_t) c->options.depth,
      .assume = c->options.assume};
  if (*f->directory && chdir (f->directory))
    log_warning (&c->log, "cannot go to '%s': %s", f->directory,
                 strerror (errno));
  r->program = program_load (&r->config, &c->trouble);
  return r->program ? ST_OK : c->trouble.code;
}

void tested_release (tested *r) {
  program_free (r->program);
  vec_release (r->mem, &r->libc, &r->options, &r->arg);
  given_flags_release (&r->given);
}
