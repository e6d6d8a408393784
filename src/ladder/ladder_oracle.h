#pragma once

/* The ladder as the explorer asks it. Borrows the ladder. */

#include "ladder/ladder.h"

typedef struct ladder_oracle {
  oracle oracle; /* first: the explorer knows us by it */
  ladder *ladder;
} ladder_oracle;

ladder_oracle ladder_oracle_of (ladder *);
