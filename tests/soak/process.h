/* process: what another process holds, as the system tells. */
#ifndef RELAXD_TESTS_SOAK_PROCESS_H
#define RELAXD_TESTS_SOAK_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Resident memory in KiB, pages of mapped files too, and of these the ones that
 * are its own alone. Both 0 where it has ended. */
struct resident {
    size_t all;
    size_t anonymous;
};
struct resident process_resident(pid_t pid);

size_t process_descriptors(pid_t pid);

/* Whether it ended, waited for or not. */
bool process_ended(pid_t pid);

#endif
