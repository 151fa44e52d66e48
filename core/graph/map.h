/* map: a road map, in memory or mapped from an .rlx file; immutable.
 *
 * Start reading core/graph/ here. topology.h says who is joined to whom,
 * weights.h what arcs, segments and turns cost, cost.h how costs add up,
 * map_builder.h makes a map from arcs, map_file.h writes and opens the .rlx
 * file, import/ reads other people's formats, generate/ draws networks of our
 * own, hierarchy/ and order/ renumber a map for the solvers that work along an
 * elimination order.
 *
 * A map is made by map_builder_finish() or map_open(), owned by whoever asked
 * for it, and freed with map_destroy(); everything inside is valid until then.
 * Any thread may read it. */
#ifndef RELAXD_GRAPH_MAP_H
#define RELAXD_GRAPH_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/import_report.h"
#include "core/graph/position.h"
#include "core/graph/roads/roads.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"

/* What its files name as their generator: nobody surveyed that data. */
#define MAP_GENERATOR "relaxlab generate"

/* What a person wants to know about where a map comes from. NUL-terminated
 * UTF-8 without line breaks. */
struct map_info {
    char unit[32];            /* of a weight: "ms", "0.1 m", "as in source" */
    char source[256];         /* file name or generator call it was made from */
    char data_version[128];   /* what whoever imported it calls the data; or
                                 empty */
    char generator[128];      /* what wrote the data, as its files say, commas
                                 between; or empty */
    uint64_t too_large_bytes; /* of memory (hierarchy_size.h) that a hierarchy
                                 would take, which is left out for it; or 0 */
};

struct map {
    struct topology topology;
    struct weight_arrays imported; /* the weights that the file came with; read
                                      by core/graph and core/weighting alone */
    const uint64_t *external_id;   /* [vertex_count], all different: what
                                      the source calls each vertex. With
                                      roads: the node where it is, which other
                                      vertices share */
    const uint32_t *vertex_by_id;  /* [vertex_count], vertices by ascending
                                      external_id, then by number */
    const struct position *position; /* [vertex_count], or NULL: unknown */
    const uint8_t *road_class;       /* [arc_count] enum road_class, or NULL */
    struct hierarchy hierarchy;      /* no supernodes: not ordered */
    struct roads roads;              /* no pieces: a bare graph */
    struct import_report report;     /* where there are roads */
    struct map_info info;
    struct map_storage *storage; /* what the arrays lie in; owned */
};

/* Finds the vertex that the source calls `id`, the first of several; false
 * where there is none and `ret_vertex` is untouched. O(log vertex_count). */
bool map_find_vertex(const struct map *map, uint64_t id, uint32_t *ret_vertex);

/* Why a map has no hierarchy, and what to do about it. */
const char *hierarchy_lacking(const struct map *map);

/* Where the arrays of a map lie: a mapped file, or heap arrays. Filled by
 * whoever makes a map; every heap entry may be NULL. */
struct map_storage {
    void *mapped;       /* munmap()ed, or NULL */
    size_t mapped_size; /* bytes */
    void *heap[64];     /* each free()d */
};

/* The storage free()s `pointer` from now on, which may be NULL. There has to be
 * room. */
void map_storage_keep(struct map_storage *storage, void *pointer);

/* Pages of its file that nobody needs now, as those read to verify it, no
 * longer count as this process's memory; whatever is read again comes from the
 * system's cache, or the file. Nothing changes for readers, on any thread. */
void map_trim(const struct map *map);

/* Frees the map and its storage. NULL and half-built maps are fine. */
void map_destroy(struct map *map);

#endif
