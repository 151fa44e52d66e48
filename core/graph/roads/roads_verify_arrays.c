/* roads_verify_arrays: pieces and their places, edges and junctions, each by
 * itself. Offsets and indices come first, so that all that is looked at later
 * lies in its array. */
#include <errno.h>
#include <inttypes.h>

#include "core/graph/cost.h"
#include "core/graph/roads/roads_check.h"

static int check_offsets(const struct roads_check *check, const char *section,
                         const uint32_t *first, uint32_t count, uint32_t least,
                         uint32_t end, struct error *error)
{
    uint32_t at = 0;

    if (first[0] == 0) {
        for (at = 1; at <= count; at++) {
            if (first[at] < first[at - 1] ||
                first[at] - first[at - 1] < least || first[at] > end)
                break;
        }
        if (at > count && first[count] == end)
            return 0;
        if (at > count)
            at = count;
    }
    error_set(error, -EINVAL,
              "offset %" PRIu32 ", but they ascend from 0 to %" PRIu32
              " by %" PRIu32 " at least",
              first[at], end, least);
    return ROADS_BLAME(check, section, first, at, error);
}

static bool on_earth(struct position position)
{
    return position.lon_e7 >= -1800000000 && position.lon_e7 <= 1800000000 &&
           position.lat_e7 >= -900000000 && position.lat_e7 <= 900000000;
}

/* By id, then by number: as many that all differ are all. */
static int check_places(const struct roads_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t i = begin; i < end; i++) {
        uint32_t place = roads->node_by_id[i];
        uint32_t before = i ? roads->node_by_id[i - 1] : 0;

        if (!on_earth(roads->node_position[i])) {
            error_set(error, -EINVAL, "place %" PRIu32 " is not on the earth",
                      i);
            return ROADS_BLAME(check, "node_position", roads->node_position, i,
                               error);
        }
        if (place < roads->node_count && before < roads->node_count &&
            (!i || roads->node_id[before] < roads->node_id[place] ||
             (roads->node_id[before] == roads->node_id[place] &&
              before < place)))
            continue;
        error_set(error, -EINVAL,
                  "place %" PRIu32 " of %" PRIu32 " does not come after place "
                  "%" PRIu32,
                  place, roads->node_count, before);
        return ROADS_BLAME(check, "node_by_id", roads->node_by_id, i, error);
    }
    return 0;
}

static int check_words(const struct roads_check *check, const char *section,
                       const uint32_t *words, uint32_t begin, uint32_t end,
                       uint32_t below, struct error *error)
{
    uint32_t at = begin;

    while (at < end && words[at] < below)
        at++;
    if (at == end)
        return 0;
    error_set(error, -EINVAL, "%" PRIu32 " is not below %" PRIu32, words[at],
              below);
    return ROADS_BLAME(check, section, words, at, error);
}

static uint64_t sum_segments(const struct roads *roads, uint32_t edge,
                             const uint32_t *value)
{
    uint32_t first, end;
    uint64_t sum = 0;

    piece_segments(roads, edge_piece(edge), &first, &end);
    for (size_t s = first; s < end; s++)
        sum += value[2 * s + edge % 2];
    return sum;
}

/* Nobody's time is counted where nobody goes. */
static int check_sum(const struct roads_check *check, const char *section,
                     const uint32_t *value, uint32_t edge, uint64_t *ret_sum,
                     struct error *error)
{
    const struct roads *roads = check->roads;
    uint64_t most = roads->end_vertex[edge] == VERTEX_NONE ? 0 : WEIGHT_MAX;
    uint32_t first, end;

    *ret_sum = sum_segments(roads, edge, value);
    if (*ret_sum <= most)
        return 0;
    piece_segments(roads, edge_piece(edge), &first, &end);
    error_set(error, -EINVAL,
              "edge %" PRIu32 " adds up to %" PRIu64 ", at most %" PRIu64
              " is allowed",
              edge, *ret_sum, most);
    return ROADS_BLAME(check, section, value, 2 * (uint64_t)first + edge % 2,
                       error);
}

static int sum_edges(const struct roads_check *check, uint32_t begin,
                     uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t e = 2 * begin; e < 2 * end; e++) {
        uint64_t weight, duration;
        int r = check_sum(check, "segment_weight", roads->segment_weight, e,
                          &weight, error);

        if (!r && roads->segment_duration_ms != roads->segment_weight)
            r = check_sum(check, "segment_ms", roads->segment_duration_ms, e,
                          &duration, error);
        if (r)
            return r;
        check->edge_weight[e] = (uint32_t)weight;
    }
    return 0;
}

static int check_pieces(const struct roads_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;
    int r = check_words(check, "piece_attributes", roads->piece_attributes,
                        begin, end, roads->attributes_count, error);

    if (!r)
        r = check_words(check, "piece_end", roads->piece_end, 2 * begin,
                        2 * end, roads->junction_count, error);
    if (!r)
        r = check_words(check, "leaving", roads->leaving, 2 * begin, 2 * end,
                        2 * roads->piece_count, error);
    if (!r)
        r = check_words(check, "component", roads->component, begin, end,
                        roads->piece_count, error);
    return r ? r : sum_edges(check, begin, end, error);
}

/* Each edge where it begins: as many that all differ are all. */
static int check_leaving(const struct roads_check *check, uint32_t begin,
                         uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t j = begin; j < end; j++) {
        for (uint32_t i = roads->first_leaving[j];
             i < roads->first_leaving[j + 1]; i++) {
            uint32_t edge = roads->leaving[i];

            if (roads->piece_end[edge] == j &&
                (i == roads->first_leaving[j] || roads->leaving[i - 1] < edge))
                continue;
            error_set(error, -EINVAL,
                      "edge %" PRIu32 " among those that leave junction "
                      "%" PRIu32,
                      edge, j);
            return ROADS_BLAME(check, "leaving", roads->leaving, i, error);
        }
    }
    return 0;
}

static int check_components(const struct roads_check *check,
                            struct error *error)
{
    const struct roads *roads = check->roads;
    uint32_t most = 0;

    for (uint32_t p = 0; p < roads->piece_count; p++)
        most = roads->component[p] > most ? roads->component[p] : most;
    if (roads->large_count <= most + 1)
        return 0;
    return error_set(error, -EINVAL,
                     "section road_profile: %" PRIu32 " components of %" PRIu32
                     " are large",
                     roads->large_count, most + 1);
}

int roads_check_arrays(const struct roads_check *check, struct error *error)
{
    const struct roads *roads = check->roads;
    int r = check_offsets(check, "first_node", roads->first_node,
                          roads->piece_count, 2, roads->node_count, error);

    if (!r)
        r = check_offsets(check, "first_leaving", roads->first_leaving,
                          roads->junction_count, 0, 2 * roads->piece_count,
                          error);
    if (!r)
        r = roads_check_all(check, roads->node_count, check_places, error);
    if (!r)
        r = roads_check_all(check, roads->piece_count, check_pieces, error);
    if (!r)
        r = roads_check_all(check, roads->junction_count, check_leaving, error);
    return r ? r : check_components(check, error);
}
