/* What is in the file system from the start: the standard streams, and
 *
 *     /dev/null zero full random urandom stdin stdout stderr
 *     /tmp
 *     /work      the directory in which the program starts, with symbolic
 *                files and those of the host
 *
 * Directories are the user's, who may write to the last two: so is the sandbox
 * of replays (export/sandbox.h), which cannot make what is not the user's.
 */

#include "node.h"
#include "system.h"

#define SIZE(X) (sizeof (X) - 1)
#define OLD \
  .accessed = {SYSTEM_FILES}, .modified = {SYSTEM_FILES}, \
  .changed = {SYSTEM_FILES}
#define ENTRY(NEXT, NAME, NODE, COOKIE) \
  {NEXT, NAME, SIZE (NAME), NODE, COOKIE, 1}

node __reprise_standard[3] = {
    {.mode = S_IFIFO | 0600,
     .links = 1,
     OLD,
     .opened = 1,
     .number = 10,
     .owner = NODE_USER,
     .group = NODE_USER,
     .device = DEVICE_EMPTY},
    {.mode = S_IFIFO | 0600,
     .links = 1,
     OLD,
     .opened = 1,
     .number = 11,
     .owner = NODE_USER,
     .group = NODE_USER,
     .device = DEVICE_OUTPUT,
     .stream = 1},
    {.mode = S_IFIFO | 0600,
     .links = 1,
     OLD,
     .opened = 1,
     .number = 12,
     .owner = NODE_USER,
     .group = NODE_USER,
     .device = DEVICE_OUTPUT,
     .stream = 2},
};

static node null = {.mode = S_IFCHR | 0666,
                    .links = 1,
                    .number = 20,
                    .device = DEVICE_NULL,
                    OLD};
static node zero = {.mode = S_IFCHR | 0666,
                    .links = 1,
                    .number = 21,
                    .device = DEVICE_ZERO,
                    OLD};
static node full = {.mode = S_IFCHR | 0666,
                    .links = 1,
                    .number = 22,
                    .device = DEVICE_FULL,
                    OLD};
static node random_device = {.mode = S_IFCHR | 0666,
                             .links = 2,
                             .number = 23,
                             .device = DEVICE_RANDOM,
                             OLD};

static entry dev_entries[] = {
    ENTRY (dev_entries + 1, "null", &null, 1),
    ENTRY (dev_entries + 2, "zero", &zero, 2),
    ENTRY (dev_entries + 3, "full", &full, 3),
    ENTRY (dev_entries + 4, "random", &random_device, 4),
    ENTRY (dev_entries + 5, "urandom", &random_device, 5),
    ENTRY (dev_entries + 6, "stdin", __reprise_standard, 6),
    ENTRY (dev_entries + 7, "stdout", __reprise_standard + 1, 7),
    ENTRY (0, "stderr", __reprise_standard + 2, 8),
};
static node dev = {.mode = S_IFDIR | 0555,
                   .owner = NODE_USER,
                   .group = NODE_USER,
                   .links = 2,
                   .number = 2,
                   .parent = &__reprise_root,
                   .entries = dev_entries,
                   .next_cookie = 8,
                   OLD};
static node tmp = {.mode = S_IFDIR | S_ISVTX | 0777,
                   .owner = NODE_USER,
                   .group = NODE_USER,
                   .links = 2,
                   .number = 3,
                   .parent = &__reprise_root,
                   OLD};
node __reprise_home = {.mode = S_IFDIR | 0755,
                       .links = 2,
                       .number = 4,
                       .owner = NODE_USER,
                       .group = NODE_USER,
                       .parent = &__reprise_root,
                       OLD};

static entry root_entries[] = {
    ENTRY (root_entries + 1, "dev", &dev, 1),
    ENTRY (root_entries + 2, "tmp", &tmp, 2),
    ENTRY (0, "work", &__reprise_home, 3),
};
/* What was asked for may be files. */
extern const char __reprise_has_inputs;
const char *const __reprise_needs_inputs = &__reprise_has_inputs;

node __reprise_root = {.mode = S_IFDIR | 0555,
                       .owner = NODE_USER,
                       .group = NODE_USER,
                       .links = 5,
                       .number = 1,
                       .parent = &__reprise_root,
                       .entries = root_entries,
                       .next_cookie = 3,
                       OLD};
