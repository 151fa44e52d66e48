/* A sink that passes objects to the writer. */
#include "lab/osm_output.h"

struct output {
    struct osm_sink sink;
    struct osm_writer *writer;
};

static struct osm_writer *writer_of(struct osm_sink *sink)
{
    return ((struct output *)sink)->writer;
}

static int put_node(struct osm_sink *sink, int64_t id, struct position position,
                    const struct osm_text_tag *tags, size_t tag_count,
                    struct error *error)
{
    const struct osm_object node = {
        .kind = OSM_NODE,
        .id = id,
        .position = position,
        .tags = tags,
        .tag_count = tag_count,
    };

    return osm_writer_add(writer_of(sink), &node, error);
}

static int put_way(struct osm_sink *sink, int64_t id, const int64_t *refs,
                   size_t ref_count, const struct osm_text_tag *tags,
                   size_t tag_count, struct error *error)
{
    const struct osm_object way = {
        .kind = OSM_WAY,
        .id = id,
        .refs = refs,
        .ref_count = ref_count,
        .tags = tags,
        .tag_count = tag_count,
    };

    return osm_writer_add(writer_of(sink), &way, error);
}

static int put_relation(struct osm_sink *sink, int64_t id,
                        const struct osm_member *members, size_t member_count,
                        const struct osm_text_tag *tags, size_t tag_count,
                        struct error *error)
{
    const struct osm_object relation = {
        .kind = OSM_RELATION,
        .id = id,
        .members = members,
        .member_count = member_count,
        .tags = tags,
        .tag_count = tag_count,
    };

    return osm_writer_add(writer_of(sink), &relation, error);
}

int osm_output_write(struct osm_writer *writer, const struct map *map,
                     const struct osm_draw_settings *settings,
                     struct osm_drawn *ret_drawn, struct error *error)
{
    struct output output = {{put_node, put_way, put_relation}, writer};
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = osm_draw(map, settings, &output.sink, &printer.base, ret_drawn, error);
    progress_printer_finish(&printer);
    if (!r)
        return osm_writer_close(writer, error);
    osm_writer_abandon(writer);
    return r;
}
