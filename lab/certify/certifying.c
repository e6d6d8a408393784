/* The same steps as those of a run (run/run.c), with other answers at two
 * places: who is asked is a refuter instead of the ladder, and who chooses is
 * a certifier that follows a trie instead of an explorer that makes one.
 *
 *     subject -> program ------------------+
 *        |                                 v
 *        +----> trie of the last run -> certifier -> certificate
 *     store ---> hints -> refuter ---------^
 *
 * What holds: the store is open for reading only and trusted in nothing, so
 * whatever it holds, a certificate can fail but not be wrong. The trie may come
 * from another machine, where the file had another path: then that path is
 * argv[0] here too, since the program may look at it.
 */

#include "lab/certify/certifying.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "lab/certify/refuter.h"
#include "run/trie_place.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

struct certifying {
  context *context;
  memory *mem;
  subject subject;
  program *program;
  store *store;
  terms *terms;
  refuter *refuter;
  certifier *certifier;
  char_vec trie, given; /* paths: of the trie, and of the input as it says */
  uint64_t start;
};

/* The trie. */

/* Options that shape paths, of a list with limits, too: those are in the trie.
 */
static void list_shape (certifying *c, const char *list, char_vec *out) {
  options o;
  trouble ignored = {0};
  char_vec copy = {0};
  options_init (&o);
  text_puts (c->mem, &copy, list);
  text_c (c->mem, &copy);
  if (options_take_list (&o, &ignored, copy.data))
    text_puts (c->mem, out, "?");
  options_list (&o, c->mem, EFFECT_SHAPE, out);
  vec_release (c->mem, &copy);
}

static bool has_shape (certifying *c, const char *one, const char *other) {
  char_vec a = {0}, b = {0};
  list_shape (c, one, &a);
  list_shape (c, other, &b);
  bool is_same = !strcmp (a.data, b.data);
  vec_release (c->mem, &a, &b);
  return is_same;
}

static bool is_about (certifying *c, const suite_facts *f) {
  suite_facts ours = subject_facts (&c->subject);
  if (strcmp (basename (f->input), basename (ours.input)) ||
      strcmp (f->entry, ours.entry) || strcmp (f->cflags, ours.cflags) ||
      !has_shape (c, f->options, ours.options) || f->n_args != ours.n_args)
    return false;
  for (uint32_t i = 0; i < f->n_args; i++)
    if (strcmp (f->args[i], ours.args[i]))
      return false;
  return true;
}

/* Takes the file if it is about the input and newer than 'newest'. */
static void consider (certifying *c, const char *path, time_t *newest) {
  struct stat st;
  trie t;
  if (stat (path, &st) || st.st_mtime <= *newest ||
      !trie_open (&t, c->mem, path))
    return;
  suite *tests = suite_open_at (c->mem, t.suite, t.suite_size);
  if (tests && is_about (c, suite_about (tests))) {
    *newest = st.st_mtime;
    vec_clear (&c->trie);
    vec_clear (&c->given);
    text_puts (c->mem, &c->trie, path);
    text_puts (c->mem, &c->given, suite_about (tests)->given);
    text_c (c->mem, &c->trie);
    text_c (c->mem, &c->given);
  }
  suite_free (tests);
  trie_release (&t);
}

/* In a store from elsewhere, beside the name that it has here. */
static void look_around (certifying *c) {
  char_vec folder = {0}, path = {0};
  time_t newest = 0;
  assert (strchr (c->trie.data, '/')); /* STORE/tries/KEY.trie */
  text_add (c->mem, &folder, c->trie.data,
            (size_t) (strrchr (c->trie.data, '/') - c->trie.data));
  DIR *d = opendir (text_c (c->mem, &folder));
  for (struct dirent *e; d && (e = readdir (d));) {
    size_t n = strlen (e->d_name);
    vec_clear (&path);
    text_printf (c->mem, &path, "%s/%s", folder.data, e->d_name);
    if (n > 5 && !strcmp (e->d_name + n - 5, ".trie"))
      consider (c, text_c (c->mem, &path), &newest);
  }
  if (d)
    closedir (d);
  vec_release (c->mem, &folder, &path);
}

static status find_trie (certifying *c) {
  const options *o = &c->context->options;
  assert (!c->trie.len && !c->given.len); /* once */
  bool has_place = trie_place_find (&c->subject, hand_over_build (), &c->trie);
  if (has_place && access (c->trie.data, F_OK))
    look_around (c);
  if (c->given.len) /* it was run under that name */
    c->subject.arg.data[0] = c->given.data;
  if (has_place && !access (c->trie.data, F_OK))
    return ST_OK;
  return trouble_set (&c->context->trouble, ST_NOFILE,
                      "'%s' has no recorded run in '%s': run it first, with "
                      "the same options and arguments",
                      c->subject.file.data, o->store);
}

/* Steps. */

static status certifying_load (certifying *c) {
  program_config config = subject_config (&c->subject);
  c->program = program_load (&config, &c->context->trouble);
  return c->program ? ST_OK : c->context->trouble.code;
}

/* Proofs are hints, and there may be none. */
static void open_store (certifying *c) {
  context *x = c->context;
  trouble why = {0};
  if (store_open_chosen (x, &why, &c->store))
    log_warning (&x->log, "the proof store is not used: %s",
                 trouble_text (&why));
}

static status open_certifier (certifying *c) {
  assert (c->program && c->trie.len);
  assert (c->context->options.trust == TRUST_ALL);
  c->terms = terms_new (c->mem);
  c->refuter = refuter_new (c->context, c->terms, c->store);
  return certifier_open (
      &(certify_config) {.context = c->context,
                         .terms = c->terms,
                         .program = c->program,
                         .oracle = refuter_oracle (c->refuter),
                         .path = c->trie.data,
                         .argc = (int) c->subject.arg.len,
                         .argv = c->subject.arg.data},
      &c->certifier);
}

/* It is read only, and nobody is believed. */
static void choose_store (context *x) {
  store_choose_default (x);
  options o = x->options;
  o.store_mode = STORE_RO;
  o.trust = TRUST_ALL;
  context_take_options (x, &o);
}

status certifying_open (context *x, const char *input, int argc, char **argv,
                        certifying **out) {
  status st;
  certifying *c = memory_zalloc (&x->memory, sizeof *c);
  c->context = x;
  c->mem = &x->memory;
  c->start = clock_cpu ();
  choose_store (x);
  TRY (subject_init (&c->subject, x, input, argc, argv));
  TRY (certifying_load (c));
  TRY (find_trie (c));
  open_store (c);
  TRY (open_certifier (c));
  *out = c;
  return ST_OK;
out:
  certifying_free (c);
  return st;
}

void certifying_run (certifying *c, certificate *out) {
  assert (c->context->options.store_mode == STORE_RO); /* still */
  certifier_run (c->certifier, out);
  out->proofs = *refuter_counts (c->refuter);
  out->proofs.by_evaluation += out->fixed;
  out->time = clock_cpu () - c->start;
}

void certifying_free (certifying *c) {
  if (!c)
    return;
  certifier_free (c->certifier);
  refuter_free (c->refuter);
  terms_free (c->terms);
  store_close (c->store);
  program_free (c->program);
  subject_release (&c->subject);
  vec_release (c->mem, &c->trie, &c->given);
  memory_free (c->mem, c, sizeof *c);
}
