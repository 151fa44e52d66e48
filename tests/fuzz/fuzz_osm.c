/* fuzz_osm: any bytes as a file of OpenStreetMap data; the first selects the
 * format. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/graph/osm_bytes.h"

static bool has_tags(void *context, const struct tags *tags)
{
    return tags->count > 0;
}

static void check_tags(const struct osm_data *data, struct tags tags)
{
    for (uint32_t i = 0; i < tags.count; i++) {
        if (tags.tag[i].key >= data->text_size ||
            tags.tag[i].value >= data->text_size)
            abort();
        for (uint32_t other = 0; other < i; other++) {
            if (tags.tag[i].key == tags.tag[other].key)
                abort();
        }
    }
}

static void check_ways(const struct osm_data *data)
{
    uint64_t missing = 0;

    for (uint32_t w = 0; w < data->way_count; w++) {
        uint64_t end = data->first_ref[w + 1];

        if (end < data->first_ref[w] + 2 ||
            (w && data->way_id[w - 1] >= data->way_id[w]))
            abort();
        for (uint64_t i = data->first_ref[w]; i < end; i++) {
            if (data->way_ref[i] == OSM_NODE_MISSING)
                missing++;
            else if (data->way_ref[i] >= data->node_count)
                abort();
        }
        check_tags(data, osm_way_tags(data, w));
    }
    if (missing != data->report.count[COUNT_REFS_MISSING])
        abort();
}

static void check_nodes(const struct osm_data *data)
{
    for (uint32_t n = 1; n < data->node_count; n++) {
        if (data->node_id[n - 1] >= data->node_id[n])
            abort();
    }
    for (uint32_t k = 0; k < data->tagged_count; k++) {
        if (data->tagged_node[k] >= data->node_count)
            abort();
        check_tags(data, osm_node_tags(data, k));
    }
    for (uint32_t r = 0; r < data->relation_count; r++)
        check_tags(data, osm_relation_tags(data, r));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const formats[] = {"opl", "osm", "pbf", "o5m"};
    const struct osm_filter filter = {has_tags, has_tags, NULL};
    struct error error = {""};
    struct osm_data data;
    int r;

    if (!size)
        return 0;
    r = osm_bytes_read((const char *)bytes + 1, size - 1, formats[*bytes % 4],
                       &filter, &data, &error);
    if (!r) {
        check_ways(&data);
        check_nodes(&data);
        osm_data_finish(&data);
    } else if (r == -EINVAL && (!error.text[0] || strchr(error.text, '\n'))) {
        abort(); /* every refusal says why, on one line */
    }
    return 0;
}
