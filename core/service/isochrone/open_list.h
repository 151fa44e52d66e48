/* open_list: vertices that wait to be settled, by cost: a 4-ary min-heap that
 * grows with what is in it.
 *
 * A vertex whose cost falls is put in again; the one who takes it out knows by
 * its label which of the two is stale. For searches of a small part of a large
 * map, where heap.h would take memory by the whole. */
#ifndef RELAXD_SERVICE_ISOCHRONE_OPEN_LIST_H
#define RELAXD_SERVICE_ISOCHRONE_OPEN_LIST_H

#include <stddef.h>
#include <stdint.h>

struct open_list {
    uint64_t *entry; /* [count] cost << 32 | vertex; owned: free() */
    size_t count;
    size_t capacity;
};

/* 0 or -ENOMEM. */
int open_list_put(struct open_list *list, uint32_t vertex, uint32_t cost);

/* The least cost << 32 | vertex; there has to be one. */
uint64_t open_list_take(struct open_list *list);

#endif
