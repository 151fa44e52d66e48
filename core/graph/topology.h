/* topology: which vertices arcs join, as CSR (compressed sparse row).
 *
 * The arcs that leave vertex v are [first_out[v], first_out[v + 1]). Vertices
 * and arcs are dense indices of this process; the map (map.h) holds the ids
 * that source files and clients use. Parallel arcs and self-loops are legal.
 *
 * A topology is a view: it owns nothing, is immutable, and is valid as long as
 * its source. Any thread may read it. */
#ifndef RELAXD_GRAPH_TOPOLOGY_H
#define RELAXD_GRAPH_TOPOLOGY_H

#include <stdint.h>

#define VERTEX_NONE UINT32_MAX
#define ARC_NONE    UINT32_MAX

/* The largest counts; importers refuse more. */
#define VERTEX_COUNT_MAX (UINT32_MAX - 2)
#define ARC_COUNT_MAX    (UINT32_MAX - 2)

struct topology {
    uint32_t vertex_count;
    uint32_t arc_count;
    const uint32_t *first_out; /* [vertex_count + 1], ascending, from 0 */
    const uint32_t *head;      /* [arc_count], each < vertex_count */
};

/* The tail of `arc`: binary search, O(log vertex_count). */
uint32_t topology_tail(const struct topology *topology, uint32_t arc);

/* XXH3 over both arrays: identifies a map by its graph, whatever its file's
 * name. Linear, at the speed of memory. */
uint64_t topology_checksum(const struct topology *topology);

/* The same arcs by head. The arcs that enter v are arc[i] for i in
 * [first_in[v], first_in[v + 1]), ascending; tail[i] is the tail of arc[i].
 * Owned by its maker. */
struct reverse_topology {
    uint32_t *first_in; /* [vertex_count + 1] */
    uint32_t *tail;     /* [arc_count] */
    uint32_t *arc;      /* [arc_count], index of the arc in the topology */
};

/* Linear time. 0 or -ENOMEM. */
int reverse_topology_init(struct reverse_topology *reverse,
                          const struct topology *topology);
void reverse_topology_finish(struct reverse_topology *reverse);

#endif
