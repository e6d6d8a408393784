#pragma once

/* The proof store in a Redis server: all of it behind one table. */

#include "store/vault.h"

/* What the library VAULT_LIBRARY has to offer. */
extern __attribute__ ((visibility ("default"))) const vault_class vault_redis;
