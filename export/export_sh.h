#pragma once

/* Tests of a program as a script that people keep: arguments, input and files,
 * and the exit status, output and errors that were recorded. For sh, or for
 * bats.
 */

#include "export/export.h"

status sh_export (const export_request *, export_counts *, trouble *);
