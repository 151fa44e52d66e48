/* osm_file: files of OpenStreetMap data: written whole, or not at all. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/atomic_file.h"
#include "core/graph/import/osm/file/libosmium.h"
#include "core/graph/import/osm/file/osm_file.h"

struct osm_writer {
    struct atomic_file file;
    struct libosmium_writer *inner;
};

/* The library opens files by name, and this one may have none. */
static int open_inner(struct osm_writer *writer, enum osm_format format,
                      const char *generator, struct error *error)
{
    char path[32];

    snprintf(path, sizeof(path), "/proc/self/fd/%d", writer->file.fd);
    return libosmium_writer_open(writer->file.temp_path ? writer->file.temp_path
                                                        : path,
                                 format, generator, &writer->inner, error);
}

static int failed(const struct osm_writer *writer, int r, struct error *error)
{
    if (r)
        error_prefix(error, "write '%s'", writer->file.path);
    return r;
}

int osm_writer_open(const char *path, const char *generator,
                    struct osm_writer **ret_writer, struct error *error)
{
    enum osm_format format = osm_format_plain(path);
    struct osm_writer *writer;
    int r;

    if (format == FORMAT_NONE || format == FORMAT_O5M)
        return error_set(error, -EINVAL,
                         "write '%s': the name ends in none of .osm.pbf, .osm "
                         "and .opl",
                         path);
    writer = calloc(1, sizeof(*writer));
    if (!writer)
        return error_no_memory(error);
    r = atomic_file_open(&writer->file, path, error);
    if (r) {
        free(writer);
        return r;
    }
    r = failed(writer, open_inner(writer, format, generator, error), error);
    if (r) {
        osm_writer_abandon(writer);
        return r;
    }
    *ret_writer = writer;
    return 0;
}

static int write_object(struct osm_writer *writer,
                        const struct osm_departure *object, struct error *error)
{
    return failed(writer, libosmium_write(writer->inner, object, error), error);
}

int osm_writer_node(struct osm_writer *writer, int64_t id,
                    struct position position, const struct osm_text_tag *tags,
                    size_t tag_count, struct error *error)
{
    const struct osm_departure node = {
        .kind = OSM_NODE,
        .id = id,
        .position = position,
        .tags = tags,
        .tag_count = tag_count,
    };

    return write_object(writer, &node, error);
}

int osm_writer_way(struct osm_writer *writer, int64_t id, const int64_t *refs,
                   size_t ref_count, const struct osm_text_tag *tags,
                   size_t tag_count, struct error *error)
{
    const struct osm_departure way = {
        .kind = OSM_WAY,
        .id = id,
        .refs = refs,
        .ref_count = ref_count,
        .tags = tags,
        .tag_count = tag_count,
    };

    return write_object(writer, &way, error);
}

int osm_writer_relation(struct osm_writer *writer, int64_t id,
                        const struct osm_member *members, size_t member_count,
                        const struct osm_text_tag *tags, size_t tag_count,
                        struct error *error)
{
    const struct osm_departure relation = {
        .kind = OSM_RELATION,
        .id = id,
        .members = members,
        .member_count = member_count,
        .tags = tags,
        .tag_count = tag_count,
    };

    return write_object(writer, &relation, error);
}

int osm_writer_close(struct osm_writer *writer, struct error *error)
{
    int r = failed(writer, libosmium_writer_close(writer->inner, error), error);

    if (!r)
        r = atomic_file_commit(&writer->file, error);
    osm_writer_abandon(writer);
    return r;
}

void osm_writer_abandon(struct osm_writer *writer)
{
    if (!writer)
        return;
    libosmium_writer_destroy(writer->inner);
    atomic_file_abort(&writer->file);
    free(writer);
}
