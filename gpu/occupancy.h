/* occupancy: how many blocks of a kernel a device holds at once. */
#ifndef RELAXD_GPU_OCCUPANCY_H
#define RELAXD_GPU_OCCUPANCY_H

struct occupancy {
    unsigned multiprocessors;
    unsigned blocks; /* on all of them together */
};

#endif
