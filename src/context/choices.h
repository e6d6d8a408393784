#ifndef CONTEXT_CHOICES_H
#define CONTEXT_CHOICES_H

/* Options that are one of a few names. Each list is an X-macro of constant and
 * name, an enum made of it, and a function that gives the name; CHOICE rows of
 * options.def refer to the enum.
 */

#define BACKENDS(X) \
  X (AUTO, "auto") \
  X (BITS, "bits") \
  X (Z3, "z3")

#define TECHNIQUES(X) \
  X (BASELINE, "baseline") \
  X (CACHING, "caching") \
  X (CACHING_OPT, "cachingOpt") \
  X (STACK, "stack") \
  X (STACK_OPT, "stackOpt")

/* What may be reused between queries: the techniques above, the published
 * caches, or everything (engine/presets.c).
 */
#define PRESETS(X) \
  X (NONE, "none") \
  X (BASELINE, "baseline") \
  X (CACHING, "caching") \
  X (CACHING_OPT, "cachingOpt") \
  X (STACK, "stack") \
  X (STACK_OPT, "stackOpt") \
  X (GREEN, "green") \
  X (KLEE, "klee") \
  X (GREENTRIE, "greentrie") \
  X (RECAL, "recal") \
  X (HYBRID, "hybrid")

/* rw reads and writes; ro only reads; enforce only reads, and a miss is an
 * error of the run (for CI).
 */
#define STORE_MODES(X) \
  X (RW, "rw") \
  X (RO, "ro") \
  X (ENFORCE, "enforce")

/* Whose UNSAT and unknown to believe: those that runs on this store proved;
 * also those with a valid HMAC under the key; all.
 */
#define TRUSTS(X) \
  X (OWN, "own") \
  X (SIGNED, "signed") \
  X (ALL, "all")

typedef enum store_mode {
#define X(NAME, TEXT) STORE_##NAME,
  STORE_MODES (X)
#undef X
      STORE_MODE_COUNT
} store_mode;

typedef enum store_trust {
#define X(NAME, TEXT) TRUST_##NAME,
  TRUSTS (X)
#undef X
      TRUST_COUNT
} store_trust;

typedef enum preset_kind {
#define X(NAME, TEXT) PRESET_##NAME,
  PRESETS (X)
#undef X
      PRESET_COUNT
} preset_kind;

typedef enum backend_kind {
#define X(NAME, TEXT) BACKEND_##NAME,
  BACKENDS (X)
#undef X
      BACKEND_COUNT
} backend_kind;

typedef enum technique_kind {
#define X(NAME, TEXT) TECHNIQUE_##NAME,
  TECHNIQUES (X)
#undef X
      TECHNIQUE_COUNT
} technique_kind;

const char *backend_kind_name (backend_kind);
const char *technique_kind_name (technique_kind);
const char *preset_kind_name (preset_kind);

#endif
