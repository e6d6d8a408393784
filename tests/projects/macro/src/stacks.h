#include "stack.h"
STACK (int)
STACK (long)
