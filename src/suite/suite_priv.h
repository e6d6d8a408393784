#pragma once

/* The file of a suite (docs/formats/suite.md):
 *
 *     magic   8 bytes, with the version in the last
 *     record  the facts of the run
 *     record  an outcome, or a test; outcomes come before tests that have them
 *     ...
 *
 *     record: length of the body, 4 bytes little-endian; checksum of the body
 *             (the low 4 bytes of XXH3-64), 4 bytes; body
 */

#define SUITE_MAGIC "RPSUITE\5"
#define SUITE_MAGIC_SIZE 8
#define SUITE_HEAD 8 /* of a record */

#include "suite/suite.h"

/* Of all bytes of a suite; never 0. */
uint64_t suite_digest_of (const void *bytes, size_t n);

/* The outcome of a test as it lies in the file, head included; NULL: it has
 * none. Its digest tells it from others.
 */
const uint8_t *suite_outcome (const suite *, uint32_t index, hash128 *digest,
                              size_t *size);

/* A test as it lies in the file, head included. */
const uint8_t *suite_record (const suite *, uint32_t index, size_t *size);
