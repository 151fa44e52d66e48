/* failing: allocations that fail when a test says so.
 *
 * For tests that are linked with unit_failing (meson.build): what is linked
 * statically then allocates through here. */
#ifndef RELAXD_TESTS_UNIT_FAILING_H
#define RELAXD_TESTS_UNIT_FAILING_H

#include "core/base/error.h"

/* Something that allocates, and frees all of it again. */
typedef int failing_run(void *context, struct error *error);

/* Runs it again and again, each time one allocation later fails, until none
 * does: each time but the last it has to end with -ENOMEM and words. Returns
 * how many allocations it takes. */
unsigned failing_each(failing_run *run, void *context);

/* The same, but all allocations fail from one on. Returns how many were tried
 * at most after the first that failed. */
unsigned failing_onwards(failing_run *run, void *context);

#endif
