#include_next <netdb.h>
#ifdef NI_MAXHOST
#undef NI_MAXHOST
#define NI_MAXHOST 1025
#endif
