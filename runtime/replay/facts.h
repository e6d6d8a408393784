#ifndef REPLAY_FACTS_H
#define REPLAY_FACTS_H

/* What other systems answer otherwise, though they do the same: places of
 * __reprise_facts in the runtime. All are 0 there. A replay that finds a
 * difference executes the test again with another value in one of them: if
 * something else is written then, what is written says nothing.
 */
enum {
  FACT_CLOCK,  /* seconds later, and nanoseconds more from look to look */
  FACT_RANDOM, /* other random numbers */
  FACT_FILES,  /* other numbers and owners of files; of the process, too */
  FACT_DISK,   /* a disk of another size, with other blocks */
  FACT_HOST,   /* another version, niceness, memory */
  FACT_COUNT
};

#define FACTS_NAME "__reprise_facts"
#define FACTS_ELAPSED_NAME "__reprise_elapsed"

#endif
