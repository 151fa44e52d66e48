/* dimacs: files of the 9th DIMACS Implementation Challenge as a map. */
#include "core/graph/import/dimacs.h"

#include <string.h>

#include "core/base/compressed_source.h"

static int read_graph(const struct dimacs_files *files,
                      struct progress *progress,
                      struct map_builder **ret_builder,
                      uint32_t *ret_vertex_count, struct error *error)
{
    struct byte_source *source;
    int r = compressed_source_open(files->graph, &source, error);

    if (!r) {
        r = dimacs_read_graph(source, files->headerless, progress, ret_builder,
                              ret_vertex_count, error);
        byte_source_destroy(source);
    }
    if (r)
        error_prefix(error, "'%s'", files->graph);
    return r;
}

static int read_coordinates(const struct dimacs_files *files,
                            uint32_t vertex_count, struct progress *progress,
                            struct position **ret_positions,
                            struct error *error)
{
    struct byte_source *source;
    int r = compressed_source_open(files->coordinates, &source, error);

    if (!r) {
        r = dimacs_read_coordinates(source, files->headerless ? 0 : 1,
                                    vertex_count, progress, ret_positions,
                                    error);
        byte_source_destroy(source);
    }
    if (r)
        error_prefix(error, "'%s'", files->coordinates);
    return r;
}

static int finish_map(const struct dimacs_files *files,
                      struct map_builder *builder, uint32_t vertex_count,
                      struct progress *progress, struct map **ret_map,
                      struct error *error)
{
    const char *unit = files->unit ? files->unit : "as in source";
    struct position *positions;

    if (files->coordinates) {
        int r =
            read_coordinates(files, vertex_count, progress, &positions, error);

        if (r)
            return r;
        map_builder_take_positions(builder, positions);
    }
    map_builder_set_info(builder, unit, basename(files->graph));
    return map_builder_finish(builder, ret_map, error);
}

int dimacs_import(const struct dimacs_files *files, struct progress *progress,
                  struct map **ret_map, struct error *error)
{
    struct map_builder *builder;
    uint32_t vertex_count;
    int r = read_graph(files, progress, &builder, &vertex_count, error);

    if (r)
        return r;
    r = finish_map(files, builder, vertex_count, progress, ret_map, error);
    map_builder_destroy(builder);
    return r;
}
