#ifndef CONTEXT_EXTENSION_H
#define CONTEXT_EXTENSION_H

/* What a program adds that is made of all of this one and more (lab/). There is
 * none in reprise itself. Everything is constant and outlives the context.
 */

struct context;

typedef struct extension {
  int (*bench) (struct context *, int argc, char **argv); /* the subcommand */
} extension;

#endif
