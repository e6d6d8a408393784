#include "ops.h"
const struct op ops[] = {{'@', at}, {'/', divide}, {0, 0}};
