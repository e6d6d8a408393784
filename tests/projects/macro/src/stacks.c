#include "stacks.h"
STACK_CODE (int)
STACK_CODE (long)
