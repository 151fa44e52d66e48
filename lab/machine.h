/* machine: describes the machine of a measurement. */
#ifndef RELAXD_LAB_MACHINE_H
#define RELAXD_LAB_MACHINE_H

#include <stdint.h>

struct machine {
    char cpu[128];  /* the CPU's name from the kernel */
    unsigned cores; /* available to this process */
    uint64_t memory_bytes;
    char system[128]; /* "Linux 6.1.0 x86_64" */
    char date[32];    /* now, UTC, "2026-01-31T12:00:00Z" */
};

void machine_describe(struct machine *ret_machine);

#endif
