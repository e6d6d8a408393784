#pragma once

#include "context/context.h"

int test_command (context *, int argc, char **argv);
