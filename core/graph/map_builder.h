/* map_builder: a map in memory from vertices and arcs in any order.
 *
 * Create, add arcs, optionally set ids, positions and info, finish. Importers,
 * the generator and tests use it. Memory: 12 or 13 bytes an arc until finish(),
 * which adds the map's own. One thread. */
#ifndef RELAXD_GRAPH_MAP_BUILDER_H
#define RELAXD_GRAPH_MAP_BUILDER_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"

struct map_builder;

/* -EINVAL above VERTEX_COUNT_MAX, -ENOMEM. */
int map_builder_create(uint32_t vertex_count, struct map_builder **ret_builder,
                       struct error *error);
void map_builder_destroy(struct map_builder *builder);

/* Reserves room for that many arcs; optional. */
int map_builder_reserve(struct map_builder *builder, uint32_t arc_count,
                        struct error *error);

/* For sources that do not state their size first: raises the vertex count to at
 * least `vertex_count`. */
void map_builder_raise_vertex_count(struct map_builder *builder,
                                    uint32_t vertex_count);

/* -EINVAL: tail or head not below the vertex count, a weight between
 * WEIGHT_MAX and WEIGHT_CLOSED, or more than ARC_COUNT_MAX arcs. */
int map_builder_add_arc(struct map_builder *builder, uint32_t tail,
                        uint32_t head, uint32_t weight, struct error *error);

/* The same with a road class; either all arcs of a map have one or none. */
int map_builder_add_road(struct map_builder *builder, uint32_t tail,
                         uint32_t head, uint32_t weight,
                         enum road_class road_class, struct error *error);

/* Sets the ids `first`, `first` + 1, ... in vertex order. Without this or the
 * next function, `first` is 0. */
void map_builder_number_from(struct map_builder *builder, uint64_t first);

/* Takes ownership of a malloc()ed array of vertex_count entries. All ids must
 * differ; finish() checks. */
void map_builder_take_ids(struct map_builder *builder, uint64_t *ids);
void map_builder_take_positions(struct map_builder *builder,
                                struct position *positions);

/* Copies both; cuts text longer than the fields and replaces invalid UTF-8 and
 * line breaks by '?'. */
void map_builder_set_info(struct map_builder *builder, const char *unit,
                          const char *source);

/* Makes the map and leaves the builder empty, fit only for destroy(). Arcs of
 * one tail keep their order of adding. Linear time if the ids ascend. -EINVAL:
 * two vertices with one id, or road classes for some arcs only. */
int map_builder_finish(struct map_builder *builder, struct map **ret_map,
                       struct error *error);

#endif
