#include "core/graph/topology.h"

#include <errno.h>
#include <stdlib.h>
#include <xxhash.h>

#include "core/base/array.h"

uint32_t topology_tail(const struct topology *topology, uint32_t arc)
{
    /* A vertex without arcs shares its first_out with the next one. */
    return (uint32_t)array_range(topology->first_out, topology->vertex_count,
                                 arc);
}

uint64_t topology_checksum(const struct topology *topology)
{
    uint64_t sum =
        XXH3_64bits(topology->first_out, ((size_t)topology->vertex_count + 1) *
                                             sizeof(*topology->first_out));

    return XXH3_64bits_withSeed(
        topology->head, (size_t)topology->arc_count * sizeof(*topology->head),
        sum);
}

int reverse_topology_init(struct reverse_topology *reverse,
                          const struct topology *topology)
{
    uint32_t n = topology->vertex_count;
    uint32_t m = topology->arc_count;
    uint32_t *first_in = array_zero((size_t)n + 1, sizeof(*first_in));
    uint32_t *tail = array_alloc(m, sizeof(*tail));
    uint32_t *arc = array_alloc(m, sizeof(*arc));

    if (!first_in || !tail || !arc) {
        free(first_in);
        free(tail);
        free(arc);
        return -ENOMEM;
    }
    for (uint32_t a = 0; a < m; a++)
        first_in[topology->head[a]]++;
    for (uint32_t v = 0, sum = 0; v <= n; v++) {
        sum += first_in[v];
        first_in[v] = sum;
    }
    /* first_in[v] is now the end of v's arcs; filling from the back leaves it
     * at their start, and the arcs ascending. */
    for (uint32_t v = n; v-- > 0;) {
        for (uint32_t a = topology->first_out[v + 1];
             a-- > topology->first_out[v];) {
            uint32_t at = --first_in[topology->head[a]];

            tail[at] = v;
            arc[at] = a;
        }
    }
    reverse->first_in = first_in;
    reverse->tail = tail;
    reverse->arc = arc;
    return 0;
}

void reverse_topology_finish(struct reverse_topology *reverse)
{
    free(reverse->first_in);
    free(reverse->tail);
    free(reverse->arc);
    *reverse = (struct reverse_topology){0};
}
