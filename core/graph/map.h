/* map: a road map, in memory or mapped from an .rlx file; immutable.
 *
 * Start reading core/graph/ here. topology.h says which vertices arcs join,
 * weights.h what arcs, segments and turns cost, cost.h how costs add up.
 * map_builder.h makes a map from arcs, map_file.h writes and opens the .rlx
 * file, import/ reads other formats, generate/ makes synthetic networks,
 * hierarchy/ and order/ renumber a map for the solvers that use an elimination
 * order.
 *
 * map_builder_finish() or map_open() makes a map; the caller owns it and frees
 * it with map_destroy(). Everything inside is valid until then. Any thread may
 * read it. */
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

/* The generator that files of synthetic data name. */
#define MAP_GENERATOR "relaxlab generate"

/* Where a map comes from, for people. NUL-terminated UTF-8 without line
 * breaks. */
struct map_info {
    char unit[32];            /* of a weight: "ms", "0.1 m", "as in source" */
    char source[256];         /* file name or generator call */
    char data_version[128];   /* the data's version as its importer names it;
                                 or empty */
    char generator[128];      /* the programs that wrote the data, as its
                                 files say, separated by commas; or empty */
    uint64_t too_large_bytes; /* memory (hierarchy_size.h) of a hierarchy
                                 that was left out as too large; or 0 */
};

struct map {
    struct topology topology;
    struct weight_arrays imported;   /* the weights from the file; read
                                        only by core/graph and
                                        core/weighting */
    const uint64_t *external_id;     /* [vertex_count], all different: the
                                        source's id of each vertex. With roads:
                                        the node at its position, which other
                                        vertices share */
    const uint32_t *vertex_by_id;    /* [vertex_count], vertices by ascending
                                        external_id, then by number */
    const struct position *position; /* [vertex_count], or NULL: unknown */
    const uint8_t *road_class;       /* [arc_count] enum road_class, or NULL */
    struct hierarchy hierarchy;      /* no supernodes: not ordered */
    struct roads roads;              /* no pieces: a bare graph */
    const uint32_t *condition_zone;  /* [roads.condition_count] zones of a
                                        clock (conditions.h); NULL: 0 */
    struct import_report report;     /* with roads only */
    struct map_info info;
    struct map_storage *storage; /* holds the arrays; owned */
};

/* Whether this project generated all of the map's data, under its generator's
 * name of today or before: nobody surveyed that. */
bool map_is_generated(const struct map *map);

/* Finds the vertex with the source's `id`, the first of several; false if there
 * is none, and `ret_vertex` is untouched. O(log vertex_count). */
bool map_find_vertex(const struct map *map, uint64_t id, uint32_t *ret_vertex);

/* Why a map has no hierarchy, and how to get one. */
const char *hierarchy_lacking(const struct map *map);

/* Owns the arrays of a map: a mapped file, or heap arrays. The maker of the map
 * fills it; every heap entry may be NULL. */
struct map_storage {
    void *mapped;       /* munmap()ed, or NULL */
    size_t mapped_size; /* bytes */
    void *heap[64];     /* each free()d */
};

/* An empty map with a storage; NULL if memory is short. */
struct map *map_create(void);

/* Hands an array, which may be NULL, to the map's storage, which will free() it
 * and must have room. Returns the array. */
void *map_keep(struct map *map, void *array);

/* Releases pages of the map's file that are not in use, such as those read to
 * verify it: they no longer count as this process's memory. Later reads come
 * from the system's cache or the file. Readers on any thread are unaffected. */
void map_trim(const struct map *map);

/* Frees the map and its storage. NULL and half-built maps are fine. */
void map_destroy(struct map *map);

#endif
