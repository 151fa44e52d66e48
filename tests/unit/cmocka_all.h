/* cmocka_all: cmocka.h with the headers that it needs before it. */
#ifndef RELAXD_TESTS_UNIT_CMOCKA_ALL_H
#define RELAXD_TESTS_UNIT_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
