/* osrm_annotation: what each bit of a leg takes, in OSRM's answers. */
#include "api/osrm/osrm_annotation.h"

#include <math.h>

#include "api/osrm/osrm_number.h"
#include "api/osrm/osrm_request.h"
#include "api/osrm/osrm_weight.h"

/* The bits of a leg, at least one. */
struct bits {
    struct json_writer *writer;
    const struct roads *roads;
    const struct leg_segment *segment; /* [count] */
    size_t count;
};

static void begin(const struct bits *bits, const char *key)
{
    json_key(bits->writer, key);
    json_begin_array(bits->writer);
}

static void write_distances(const struct bits *bits)
{
    begin(bits, "distance");
    for (size_t i = 0; i < bits->count; i++)
        json_write_thousandths(bits->writer, bits->segment[i].length_mm);
    json_end_array(bits->writer);
}

static void write_durations(const struct bits *bits)
{
    begin(bits, "duration");
    for (size_t i = 0; i < bits->count; i++)
        osrm_write_tenths(bits->writer,
                          osrm_deciseconds(bits->segment[i].duration_ms));
    json_end_array(bits->writer);
}

static void write_weights(const struct bits *bits)
{
    begin(bits, "weight");
    for (size_t i = 0; i < bits->count; i++)
        osrm_write_tenths(
            bits->writer,
            osrm_weight_tenths(bits->roads, bits->segment[i].weight));
    json_end_array(bits->writer);
}

/* What takes no time is as fast as what was before it. */
static void write_speeds(const struct bits *bits)
{
    uint64_t tenths = 0;

    begin(bits, "speed");
    for (size_t i = 0; i < bits->count; i++) {
        const struct leg_segment *segment = &bits->segment[i];

        if (segment->duration_ms)
            tenths = (uint64_t)lround(10.0 * (double)segment->length_mm /
                                      segment->duration_ms);
        osrm_write_tenths(bits->writer, tenths);
    }
    json_end_array(bits->writer);
}

/* All is from the profile: no other source changes speeds. */
static void write_datasources(const struct bits *bits)
{
    begin(bits, "datasources");
    for (size_t i = 0; i < bits->count; i++)
        json_write_number(bits->writer, 0);
    json_end_array(bits->writer);
    json_key(bits->writer, "metadata");
    json_begin_object(bits->writer);
    begin(bits, "datasource_names");
    json_write_string(bits->writer, "lua profile");
    json_end_array(bits->writer);
    json_end_object(bits->writer);
}

static void write_nodes(const struct bits *bits)
{
    const int64_t *id = bits->roads->node_id;

    begin(bits, "nodes");
    json_write_signed(bits->writer, id[bits->segment[0].from_node]);
    for (size_t i = 0; i < bits->count; i++)
        json_write_signed(bits->writer, id[bits->segment[i].to_node]);
    json_end_array(bits->writer);
}

static struct leg_segment segment_of(const struct snap *stay)
{
    uint32_t node = stay->segment + stay->piece;

    return (struct leg_segment){
        .from_node = stay->direction[0] ? node : node + 1,
        .to_node = stay->direction[0] ? node + 1 : node,
    };
}

void osrm_write_annotation(struct json_writer *writer,
                           const struct roads *roads,
                           const struct leg_line *line, const struct snap *stay,
                           unsigned annotations)
{
    struct leg_segment none = segment_of(stay);
    struct bits bits = {writer, roads, line->segment, line->segment_count};

    if (!bits.count) {
        bits.segment = &none;
        bits.count = 1;
    }
    json_begin_object(writer);
    if (annotations & OSRM_ANNOTATE_SPEED)
        write_speeds(&bits);
    if (annotations & OSRM_ANNOTATE_WEIGHT)
        write_weights(&bits);
    if (annotations & OSRM_ANNOTATE_NODES)
        write_nodes(&bits);
    if (annotations & OSRM_ANNOTATE_DISTANCE)
        write_distances(&bits);
    if (annotations & OSRM_ANNOTATE_DURATION)
        write_durations(&bits);
    if (annotations & OSRM_ANNOTATE_DATASOURCES)
        write_datasources(&bits);
    json_end_object(writer);
}
