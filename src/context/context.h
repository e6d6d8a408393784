#pragma once

/* What one run of the program shares: options, counts, times, limits, words.
 *
 * The context composes; a module takes only the parts that it needs
 * ('memory *', 'stats *', 'const options *'), and never keeps a global. One
 * context belongs to one thread.
 *
 * Options do not change under those who read them. They are drafted where a
 * command line, a client or a test sets them, before anything begins. What goes
 * on with others, as a run without its store does, makes a copy and takes it,
 * before it opens what reads them (tools/check-tables knows who drafts).
 */

#include "base/log.h"
#include "context/options.h"
#include "context/phases.h"
#include "context/stats.h"

typedef struct context {
  union {
    const options options;
    options draft; /* the same, while they are being set */
  };
  stats stats;
  phases phases;
  memory memory;              /* the account of everything in this run */
  logger log;                 /* to standard error */
  trouble trouble;            /* the detail of the last status */
  const extension *extension; /* borrowed, or NULL */
} context;

/* Defaults everywhere; the clock of the phases starts. */

void context_init (context *);

/* Take over options that concern the context itself: levels of the log and the
 * limit of the memory account. To be called once, after parsing them.
 */
void context_apply_options (context *);

/* From here on these are the options; what they borrow must live as long. */

void context_take_options (context *, const options *);

/* Nothing is owned yet but the account, which must be back at zero. */

void context_release (context *);
