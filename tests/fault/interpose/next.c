/* next: libc's own function, or the sanitizer's, behind one that is interposed.
 */
#include "tests/fault/interpose/next.h"

#include <dlfcn.h>
#include <stdlib.h>

/* Volatile: dlsym() is declared as if it never came back here. */
static __thread volatile bool looking
    __attribute__((tls_model("initial-exec")));

void *next_find(const char *name)
{
    void *found;

    looking = true;
    found = dlsym(RTLD_NEXT, name);
    looking = false;
    if (!found)
        abort();
    return found;
}

bool next_is_looked_for(void)
{
    return looking;
}
