/* wrap: functions that fail by a value and errno. */
#ifndef RELAXD_TESTS_FAULT_WRAP_H
#define RELAXD_TESTS_FAULT_WRAP_H

#include "tests/fault/interpose/call.h"
#include "tests/fault/interpose/next.h"

/* A function that returns `failed` with `code` in errno. */
#define WRAP(type, name, failed, code, parameters, ...)                        \
    type name parameters                                                       \
    {                                                                          \
        NEXT(name);                                                            \
        FAILS_AS(FILES, #name, failed, code);                                  \
        return next(__VA_ARGS__);                                              \
    }

#endif
