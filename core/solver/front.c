/* front: one search in progress: labels, links, and the queue of open vertices.
 */
#include "core/solver/front.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

int front_init(struct front *front, uint32_t vertex_count)
{
    *front = (struct front){
        .cost = array_alloc(vertex_count, sizeof(*front->cost)),
        .link = array_alloc(vertex_count, sizeof(*front->link)),
        .touched = array_alloc(vertex_count, sizeof(*front->touched)),
    };
    if (heap_init_indexed(&front->open, vertex_count) || !front->cost ||
        !front->link || !front->touched)
        return -ENOMEM;
    memset(front->cost, 0xff, (size_t)vertex_count * sizeof(*front->cost));
    return 0;
}

void front_finish(struct front *front)
{
    heap_finish(&front->open);
    free(front->cost);
    free(front->link);
    free(front->touched);
    *front = (struct front){0};
}

void front_clear(struct front *front)
{
    for (uint32_t i = 0; i < front->touched_count; i++)
        front->cost[front->touched[i]] = COST_INFINITY;
    front->touched_count = 0;
    heap_clear(&front->open);
}
