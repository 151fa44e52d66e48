/* threads: that one is started may fail. */
#include <pthread.h>

#include "tests/fault/interpose/call.h"
#include "tests/fault/interpose/next.h"

int pthread_create(pthread_t *ret_thread, const pthread_attr_t *attributes,
                   void *(*run)(void *argument), void *argument)
{
    NEXT(pthread_create);
    return call_fails(THREAD, "pthread_create")
               ? EAGAIN
               : next(ret_thread, attributes, run, argument);
}
