/* failing: allocations that fail when a test says so.
 *
 * For tests linked with unit_failing (meson.build): statically linked code then
 * allocates through here. */
#ifndef RELAXD_TESTS_UNIT_FAILING_H
#define RELAXD_TESTS_UNIT_FAILING_H

#include "core/base/error.h"

/* Something that allocates, and frees everything again. */
typedef int failing_run(void *context, struct error *error);

/* Runs it repeatedly, each time failing one allocation later, until none fails:
 * each run but the last must end with -ENOMEM and words. Returns how many
 * allocations it takes. */
unsigned failing_each(failing_run *run, void *context);

/* The same, but all allocations fail from one on. Returns the most that were
 * tried after the first failure. */
unsigned failing_onwards(failing_run *run, void *context);

#endif
