/* reprise store: look after a proof store. */

#include "lab/lab_main.h"

#include "base/grouped.h"
#include "lab/keeper/proof_text.h"
#include "lab/query/input.h"
#include "run/trie_place.h"
#include "store/store.h"
#include "suite/testcase_text.h"

#include <errno.h>

#define MAX_LISTED 20

/* stat */

static int run_stat (context *c, store *s, const char *shown) {
  store_stat st;
  store_get_stat (s, &st);
  if (c->options.json) {
    cli_print_json (json_pack (
        "{s:o, s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "store",
        testcase_text_json (shown), "version", (int) st.version, "proofs",
        (json_int_t) st.proofs, "sat", (json_int_t) st.sat, "unsat",
        (json_int_t) st.unsat, "unknown", (json_int_t) st.unknown, "counted",
        (json_int_t) st.counted, "own", (json_int_t) st.own, "signed",
        (json_int_t) st.is_signed, "damaged", (json_int_t) st.damaged, "bytes",
        (json_int_t) st.bytes));
    return CLI_OK;
  }
  printf ("%s: format %u\n", shown, st.version);
  printf ("%12llu proofs\n%12llu   sat\n%12llu   unsat\n%12llu   unknown\n",
          (llu) st.proofs, (llu) st.sat, (llu) st.unsat, (llu) st.unknown);
  if (st.counted)
    printf ("%12llu   counts\n", (llu) st.counted);
  printf ("%12llu own, %llu signed, %llu damaged\n", (llu) st.own,
          (llu) st.is_signed, (llu) st.damaged);
  printf ("%12llu bytes, %llu per proof\n", (llu) st.bytes,
          st.proofs ? (llu) (st.bytes / st.proofs) : 0);
  return CLI_OK;
}

/* verify */

typedef struct verification {
  auditor *auditor;
  uint64_t seed, share; /* of 2^32, 0 = all */
  uint64_t count[4];    /* by audit */
} verification;

static bool is_chosen (const verification *v, const proof *p) {
  assert (v->share <= UINT64_C (1) << 32);
  return !v->share || hash_mix (p->digest.lo, v->seed + 1) >> 32 < v->share;
}

static bool verify_proof (void *owner, const proof *p) {
  verification *v = owner;
  if (!is_chosen (v, p))
    return true;
  audit a = auditor_check (v->auditor, p, true);
  assert (a < sizeof v->count / sizeof *v->count);
  v->count[a]++;
  if (a == AUDIT_FALSE && v->count[a] <= MAX_LISTED)
    fprintf (stderr,
             "reprise: error: proof %016llx%016llx claims %s (by '%s'), which "
             "is false\n",
             (llu) p->digest.hi, (llu) p->digest.lo, proof_verdict_text (p),
             p->solver);
  return true;
}

static uint64_t share_of (store *s, int64_t sample) {
  store_stat st;
  if (!sample)
    return 0;
  store_get_stat (s, &st);
  return (uint64_t) sample >= st.proofs
             ? 0
             : ((uint64_t) sample << 32) / st.proofs + 1;
}

static int run_verify (context *c, store *s, const char *shown) {
  const options *opts = &c->options;
  verification v = {.auditor = auditor_new (&c->memory, opts->timeout),
                    .seed = (uint64_t) opts->seed,
                    .share = share_of (s, opts->sample)};
  status st = store_each (s, verify_proof, &v);
  auditor_free (v.auditor);
  if (opts->json)
    cli_print_json (json_pack ("{s:o, s:I, s:I, s:I, s:I}", "store",
                               testcase_text_json (shown), "true",
                               (json_int_t) v.count[AUDIT_TRUE], "false",
                               (json_int_t) v.count[AUDIT_FALSE], "open",
                               (json_int_t) v.count[AUDIT_OPEN], "malformed",
                               (json_int_t) v.count[AUDIT_MALFORMED]));
  else
    printf ("%s: %llu true, %llu FALSE, %llu open, %llu malformed\n", shown,
            (llu) v.count[AUDIT_TRUE], (llu) v.count[AUDIT_FALSE],
            (llu) v.count[AUDIT_OPEN], (llu) v.count[AUDIT_MALFORMED]);
  if (st)
    return CLI_TROUBLE;
  return v.count[AUDIT_FALSE] ? CLI_FOUND : CLI_OK;
}

/* gc */

static int run_gc (context *c, store *s, const char *shown) {
  uint64_t dropped = 0;
  uint64_t files = trie_place_sweep (&c->memory, shown, hand_over_build (), 0);
  if (c->options.store_size && store_gc (s, c->options.store_size, &dropped)) {
    trouble_set (&c->trouble, ST_NOWRITE, "the store '%s' cannot be cleaned",
                 shown);
    return cli_trouble (c);
  }
  if (c->options.json)
    cli_print_json (json_pack (
        "{s:o, s:I, s:I}", "store", testcase_text_json (shown), "dropped",
        (json_int_t) dropped, "files", (json_int_t) files));
  else
    printf ("%s: %llu proofs and %llu files of other builds dropped\n", shown,
            (llu) dropped, (llu) files);
  return CLI_OK;
}

/* export */

typedef struct export {
  memory *mem;
  FILE *file;
  auditor *auditor;
  char_vec text;
}
export;

static bool export_proof (void *owner, const proof *p) {
  export *e = owner;
  vec_clear (&e->text);
  proof_text_write (e->mem, &e->text, e->auditor, p);
  return fwrite (e->text.data, 1, e->text.len, e->file) == e->text.len;
}

static int run_export (context *c, store *s, const char *path) {
  bool is_file = path && strcmp (path, "-");
  export e = {.mem = &c->memory, .file = is_file ? fopen (path, "w") : stdout};
  if (!e.file) {
    trouble_set (&c->trouble, ST_NOWRITE, "cannot write '%s': %s", path,
                 strerror (errno));
    return cli_trouble (c);
  }
  e.auditor = auditor_new (&c->memory, 0);
  proof_text_head (e.mem, &e.text);
  fwrite (e.text.data, 1, e.text.len, e.file);
  status st = store_each (s, export_proof, &e);
  auditor_free (e.auditor);
  vec_release (e.mem, &e.text);
  bool failed = fflush (e.file) || ferror (e.file);
  if (is_file && fclose (e.file))
    failed = true;
  if (!failed)
    return st ? CLI_TROUBLE : CLI_OK;
  trouble_set (&c->trouble, ST_NOWRITE, "cannot write '%s'",
               is_file ? path : "standard output");
  return cli_trouble (c);
}

/* import */

typedef struct import {
  uint64_t taken, refused;
} import;

/* A form that cannot be read, and a model that does not hold, stay out. */
static void import_all (context *c, store *s, proof_reader *r, import *out) {
  proof p;
  auditor *a = auditor_new (&c->memory, 0);
  while (proof_reader_next (r, &p, &c->trouble)) {
    audit found = auditor_check (a, &p, false);
    bool ok = found == AUDIT_TRUE || found == AUDIT_OPEN;
    listing listings[LISTINGS_MAX];
    p.listing = listings;
    p.n_listings = ok ? auditor_list (a, &p, listings) : 0;
    ok = ok && !store_put (s, &p);
    out->taken += ok;
    out->refused += !ok;
  }
  auditor_free (a);
}

static int run_import (context *c, store *s, const char *path) {
  script_input in;
import n = {0, 0 };
  if (input_load (&in, &c->memory, &c->trouble, path ? path : "-"))
    return cli_trouble (c);
  proof_reader *r = proof_reader_new (&c->memory, in.data, in.len);
  import_all (c, s, r, &n);
  proof_reader_free (r);
  input_release (&in);
  if (store_flush (s))
    trouble_set (&c->trouble, ST_NOWRITE, "the store cannot be written");
  if (c->options.json)
    cli_print_json (json_pack ("{s:I, s:I}", "taken", (json_int_t) n.taken,
                               "refused", (json_int_t) n.refused));
  else
    printf ("%llu proofs imported, %llu refused\n", (llu) n.taken,
            (llu) n.refused);
  if (c->trouble.code)
    return cli_trouble (c);
  return n.refused ? CLI_FOUND : CLI_OK;
}

/* Which of them. */

typedef struct action {
  const char *name;
  int (*run) (context *, store *, const char *);
  bool writes, has_file;
} action;

static const action actions[] = {{"stat", run_stat, false, false},
                                 {"verify", run_verify, false, false},
                                 {"gc", run_gc, true, false},
                                 {"export", run_export, false, true},
                                 {"import", run_import, true, true}};

static const action *find_action (int argc, char **argv) {
  for (size_t i = 0; argc && i < sizeof actions / sizeof *actions; i++)
    if (!strcmp (actions[i].name, argv[0]) && argc <= 1 + actions[i].has_file)
      return &actions[i];
  return NULL;
}

static bool is_absent (const context *c) {
  return c->options.store && !strcmp (c->options.store, "none");
}

int lab_store (context *c, int argc, char **argv) {
  const action *a = find_action (argc, argv);
  store_config config;
  store *s;
  if (!a || is_absent (c)) {
    trouble_set (&c->trouble, ST_USAGE,
                 "store needs a command (stat, verify, gc, export [FILE] or "
                 "import [FILE]) and a store");
    return cli_trouble (c);
  }
  store_config_init (&config, &c->memory, &c->log, &c->options);
  if (!config.place)
    config.place = STORE_DEFAULT_PLACE;
  if (!a->writes)
    config.mode = STORE_RO; /* looking changes nothing */
  if (store_open (&config, &c->trouble, &s))
    return cli_trouble (c);
  const char *shown = store_place_public (config.place);
  int res = a->run (c, s, a->has_file ? (argc > 1 ? argv[1] : NULL) : shown);
  store_close (s);
  return res;
}
