#include "build_info.h" /* written by the Makefile */
#include "reprise.h"

const char *reprise_version (void) { return REPRISE_VERSION; }

const char *reprise_git_id (void) { return BUILD_GIT_ID; }
