#ifndef STORE_LMDB_CHECK_H
#define STORE_LMDB_CHECK_H

/* Is the file of an LMDB environment sound?
 *
 * LMDB trusts its file: a damaged page can make it read outside of the map or
 * stop the process. So before LMDB follows any pointer we do, with every
 * offset checked: the two meta pages and the size of the file, all branch
 * pages, all leaf pages with their nodes, all overflow pages, and the list of
 * free pages; no page may be in use twice. What is not looked at is the order
 * of keys and the content of values: wrong ones are misses, not crashes.
 *
 * Cost: about 0.1 us per page of 4 KB in the page cache. At most
 * LMDB_CHECK_PAGES pages are looked at, those nearest the root first, so
 * that opening stays fast; a larger file is checked as far as that goes.
 */

#include "base/status.h"

#include <stdint.h>

#define LMDB_CHECK_PAGES (UINT64_C (1) << 18) /* 1 GB */

/* Before mdb_env_open: what the meta pages say, and that no page is beyond
 * the end. ST_OK for an empty file. ST_BADINPUT: no such file format.
 */
status lmdb_check_head (int fd, trouble *);

/* The snapshot of one transaction, while it is open. */
status lmdb_check_pages (int fd, uint64_t txn_id, trouble *);

#endif
