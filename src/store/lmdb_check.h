#pragma once

/* Is the file of an LMDB environment sound?
 *
 * LMDB trusts its file: a damaged page can make it read outside of the map or
 * stop the process. So before LMDB follows any pointer we do, with every
 * offset checked: the two meta pages and the size of the file, all branch
 * pages, all leaf pages with their nodes, all overflow pages, and the list of
 * free pages; no page may be in use twice. What is not looked at is the order
 * of keys and the content of values: wrong ones are misses, not crashes.
 *
 * Cost: about 0.5 us per page of 4 KB in the page cache. Of the leaf pages, 99
 * of 100, at most LMDB_CHECK_LEAVES are looked at, so that opening stays fast;
 * which ones changes with every write.
 */

#include "base/status.h"

#include <stdint.h>

#define LMDB_CHECK_LEAVES ((size_t) 1 << 12) /* 16 MB */

/* Before mdb_env_open: what the meta pages say, and that no page is beyond
 * the end. ST_OK for an empty file. ST_BADINPUT: no such file format.
 */
status lmdb_check_head (int fd, trouble *);

/* The snapshot of one transaction, while it is open. */
status lmdb_check_pages (int fd, uint64_t txn_id, trouble *);
