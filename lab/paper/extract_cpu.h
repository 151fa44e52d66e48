/* extract_cpu: how long ExtractMin takes on the CPU: by a linear scan over all
 * labels, and from a heap.
 *
 * The scan is compiled twice, without optimisation and with -O2, whatever the
 * rest of the program is compiled with. The heap is core/base/heap.h's, 4-ary
 * and with places kept. One thread. */
#ifndef RELAXD_LAB_PAPER_EXTRACT_CPU_H
#define RELAXD_LAB_PAPER_EXTRACT_CPU_H

#include <stdint.h>

#include "core/base/error.h"

struct extract_cpu_time {
    double us;      /* of one ExtractMin */
    uint64_t least; /* label << 32 | index, of equal labels the lowest index */
};

struct extract_cpu_times {
    struct extract_cpu_time loop; /* not optimised; medians over the runs */
    struct extract_cpu_time loop_o2;
    struct extract_cpu_time heap; /* the mean of taking out as many as there
                                     are runs, fewer where there are fewer
                                     labels, over and over; what is left shrinks
                                     meanwhile */
};

/* `label`: [count], count from 1. At most `runs` scans, and no more than take
 * half a second, but three. */
int extract_cpu_time(const uint32_t *label, uint32_t count, uint32_t runs,
                     struct extract_cpu_times *ret_times, struct error *error);

#endif
