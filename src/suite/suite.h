#pragma once

/* The suite of a run: all its tests in one file of its output directory,
 * written as they are found.
 *
 * The file is append-only; every record carries its length and a checksum,
 * so after a kill at any moment the suite opens with all records but perhaps
 * those of the last second. Format: docs/formats/suite.md.
 */

#include "base/whole_file.h"
#include "suite/testcase.h"

#define SUITE_FILE "suite" /* in the output directory */
#define SUITE_BEFORE "suite.before"
#define SUITE_OF_ALL "project.json" /* of a project, below which they are */

/* What a replay needs to know of the run. */
typedef struct suite_facts {
  const char *input;            /* FILE, absolute */
  const char *given;            /* the same as it was given: argv[0] */
  const char *directory;        /* where the run was started */
  const char *entry;            /* function driven by its types, or "" */
  const char *cflags;           /* "" if none */
  const char *compile_commands; /* "" if not given; as given */
  uint64_t buffer_size;
  bool keep_branches;
  const char *options; /* others that change what a path does, as
                          "name=value" with spaces between */
  uint32_t n_args;
  const char *const *args;       /* program arguments, without argv[0] */
  const struct datatypes *types; /* of its inputs, or NULL */
} suite_facts;

/* Writing. The directory is made if needed; an older suite in it becomes the
 * one before (suite_open_before). Files that are none are left alone.
 */
typedef struct suite_writer suite_writer;
suite_writer *suite_create (memory *, const char *dir, const suite_facts *,
                            trouble *);
status suite_add (suite_writer *, const testcase *, trouble *); /* buffered */
status suite_flush (suite_writer *, trouble *);
status suite_close (suite_writer *, trouble *); /* frees, always */
/* The suite that this directory had before is its suite again. */
bool suite_restore (memory *, const char *dir);

void suite_abandon (suite_writer *); /* what is not flushed is not written */

/* Leaves what writing the suite of this directory once more as it is would: it
 * is the one before, too. Its digest, or 0: that cannot be done.
 */
uint64_t suite_repeat (memory *, const char *dir);

/* Somebody is writing the suite of this directory now. */
bool suite_is_growing (const char *dir);

typedef struct suite suite;

/* A test as it is in another suite. */
status suite_copy (suite_writer *, const suite *, uint32_t index, trouble *);

/* Reading, by mmap: of a directory, or a file of any name. Texts and bytes are
 * borrowed until it is closed. */
suite *suite_open (memory *, const char *dir, trouble *);

/* The suite that the one of this directory replaced. */
suite *suite_open_before (memory *, const char *dir, trouble *);

/* The bytes of its file, to be unmapped; false with errno. */
bool suite_map (memory *, const char *dir, mapped_file *);

/* The same from bytes that stay; NULL: they are none. */
suite *suite_open_at (memory *, const uint8_t *data, size_t size);

/* Appends these tests to the bytes of a suite, or begins one with the facts of
 * this one if there are none yet.
 */
void suite_pick (const suite *, size_t n, const uint32_t *index, memory *,
                 char_vec *out);

void suite_free (suite *);
const suite_facts *suite_about (const suite *);
uint32_t suite_count (const suite *);
uint64_t suite_digest (const suite *); /* of all its bytes, never 0 */

/* The same of the suite in a directory; 0: there is none. */
uint64_t suite_digest_in (memory *, const char *dir);
void suite_get (suite *, uint32_t index, testcase *); /* valid until the next */
