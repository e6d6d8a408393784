#pragma once

/* For the functions that tools/lazy-stubs makes: the address of a function in
 * a shared library, which is loaded if it is not yet. Does not return if there
 * is none.
 */
void *lazy_bind (const char *library, const char *function);
