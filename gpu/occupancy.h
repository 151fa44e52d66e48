/* occupancy: how many blocks of a kernel a device holds at once. */
#ifndef RELAXD_GPU_OCCUPANCY_H
#define RELAXD_GPU_OCCUPANCY_H

struct occupancy {
    unsigned multiprocessors;
    unsigned blocks; /* on all of them together */
};

/* Of a grid that wants so many; 0: one on each multiprocessor. No more than
 * there is room for. */
static inline unsigned occupancy_blocks(const struct occupancy *occupancy,
                                        unsigned wanted)
{
    unsigned blocks = wanted > 0 ? wanted : occupancy->multiprocessors;

    return blocks < occupancy->blocks ? blocks : occupancy->blocks;
}

#endif
