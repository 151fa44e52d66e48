/* fuzz_map_file: any bytes as an .rlx file, unchanged and with corrected
 * checksums, since no fuzzer guesses those. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/map_file/map_image.h"
#include "core/weighting/weight_match.h"
#include "core/weighting/weighting.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/map_seal.h"

/* Reads every array from end to end, so that a sanitizer detects one that
 * reaches beyond the image. */
static void walk(const struct map *map)
{
    const struct topology *topology = &map->topology;
    uint64_t sum = 0;

    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        uint32_t found;

        if (!map_find_vertex(map, map->external_id[v], &found) || found > v ||
            (found != v && !map->roads.piece_count))
            abort();
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++)
            sum += topology->first_out[topology->head[a]] +
                   map->imported.arcs.weight[a] +
                   (map->road_class ? map->road_class[a] : 0);
        sum += map->position ? (uint32_t)map->position[v].lat_e7 : 0;
    }
    if (sum == 1 && strlen(map->info.unit) > sizeof(map->info.unit))
        abort();
}

static uint32_t front_vertex(const struct hierarchy *hierarchy,
                             uint32_t supernode, uint32_t place)
{
    uint32_t size = supernode_size(hierarchy, supernode);

    if (place < size)
        return hierarchy->first_vertex[supernode] + place;
    return hierarchy->upward[hierarchy->first_upward[supernode] + place - size];
}

/* Children come before parents, which contain all of their upward neighbours.
 */
static void climb(const struct hierarchy *hierarchy)
{
    uint8_t *done = calloc(hierarchy->supernode_count, 1);

    for (uint32_t i = 0; done && i < hierarchy->supernode_count; i++) {
        uint32_t s = hierarchy->by_level[i];
        uint32_t front =
            supernode_size(hierarchy, s) + supernode_upward(hierarchy, s);

        if (done[s]++ || front > hierarchy->front_max)
            abort();
        for (uint32_t c = hierarchy->first_child[s];
             c < hierarchy->first_child[s + 1]; c++) {
            if (!done[hierarchy->child[c]])
                abort();
        }
        for (uint64_t j = hierarchy->first_upward[s];
             j < hierarchy->first_upward[s + 1]; j++) {
            if (front_vertex(hierarchy, hierarchy->parent[s],
                             hierarchy->parent_index[j]) !=
                hierarchy->upward[j])
                abort();
        }
    }
    free(done);
}

/* Vertices of one ancestor chain have different depths. */
static void check_depths(const struct map *map)
{
    const struct hierarchy *hierarchy = &map->hierarchy;

    for (uint32_t v = 0; v < map->topology.vertex_count; v++) {
        uint32_t s = hierarchy->supernode[v];
        uint32_t parent = hierarchy->parent[s];

        if (hierarchy->depth[v] >= hierarchy->depth_count)
            abort();
        if (v > hierarchy->first_vertex[s]
                ? hierarchy->depth[v - 1] >= hierarchy->depth[v]
                : parent != SUPERNODE_NONE &&
                      hierarchy->depth[hierarchy->first_vertex[parent + 1] -
                                       1] >= hierarchy->depth[v])
            abort();
    }
}

static void check_arcs(const struct map *map)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    const struct topology *topology = &map->topology;
    uint64_t last = 0;

    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            if (arc_slot(hierarchy, v, topology->head[a]) !=
                hierarchy->arc_slot[a])
                abort();
        }
    }
    for (uint32_t i = 0; i < topology->arc_count; i++) {
        uint64_t entry = hierarchy->arc_slot[hierarchy->arc_by_slot[i]];

        if (entry < last ||
            (entry != SLOT_NONE &&
             entry >= hierarchy->first_panel[hierarchy->supernode_count]))
            abort();
        last = entry;
    }
}

static void walk_hierarchy(const struct map *map)
{
    if (!map->hierarchy.supernode_count)
        return;
    climb(&map->hierarchy);
    check_depths(map);
    check_arcs(map);
}

/* Texts end within the image; sums fit; look-ups succeed. */
static void walk_pieces(const struct roads *roads)
{
    for (uint32_t p = 0; p < roads->piece_count; p++) {
        const struct road_attributes *attributes = roads_attributes(roads, p);
        uint32_t first, end, at;

        piece_segments(roads, p, &first, &end);
        if (roads_segment_piece(roads, first) != p ||
            roads_segment_piece(roads, end - 1) != p ||
            strlen(roads->text + attributes->name) >= roads->text_size ||
            !travel_mode_name(attributes->mode[0]) ||
            roads->component[p] >= roads->piece_count)
            abort();
        if (!roads_find_node(roads, roads->node_id[roads->first_node[p]], &at))
            abort();
    }
}

static void walk_edges(const struct map *map)
{
    const struct roads *roads = &map->roads;

    for (uint32_t e = 0; e < 2 * roads->piece_count; e++) {
        struct edge_sums sums =
            weighting_edge_sums(WEIGHTING_OF_MAP(map), roads, e);
        uint32_t first;
        uint32_t states = roads_find_states(roads, e, &first);

        if (edge_head(roads, e) >= roads->junction_count)
            abort();
        if (!edge_is_open(roads, e) && (sums.weight || states))
            abort();
        for (uint32_t i = first; i < first + states; i++) {
            if (roads->vertex_edge[roads->state_vertex[i]] != e)
                abort();
        }
    }
    for (uint32_t a = 0; a < map->topology.arc_count; a++) {
        if (weighting_edge_sums(WEIGHTING_OF_MAP(map), roads,
                                roads->arc_edge[a])
                    .weight +
                map->imported.turn[a] !=
            map->imported.arcs.weight[a])
            abort();
    }
}

/* Each key of an item names it; the nodes of a segment do, if it is open. */
static void match_item(const struct map *map, enum weight_kind kind,
                       uint32_t item, bool open)
{
    struct weight_key key[ITEM_KEYS_MAX];
    uint32_t count = weight_item_keys(map, kind, item, key);

    for (uint32_t k = 0; k < count; k++) {
        const struct weight_row row = {.key = key[k], .value = 30};
        struct weight_matches matches;
        bool found = false;

        if (weight_match(map, kind, &row, 1, &matches, NULL))
            return;
        for (size_t i = 0; i < matches.first[1]; i++)
            found |= matches.item[i] == item;
        weight_matches_finish(&matches);
        if (found != open)
            abort();
    }
}

static void match_items(const struct map *map)
{
    const struct roads *roads = &map->roads;

    for (uint32_t i = 0; i < 2 * roads->segment_count; i++) {
        uint32_t edge = 2 * roads_segment_piece(roads, i / 2) + i % 2;

        match_item(map, WEIGHT_SEGMENTS, i, edge_is_open(roads, edge));
    }
    for (uint32_t a = 0; a < map->topology.arc_count; a++)
        match_item(map, WEIGHT_TURNS, a, true);
}

/* Facts are all there, and each is one of its words. */
static void walk_facts(const struct roads *roads)
{
    for (uint32_t i = 0; roads->facts && i < roads->stretch_count; i++) {
        const struct way_facts *facts = &roads->facts[roads->stretch_facts[i]];

        for (int fact = 0; fact < WORD_FACT_COUNT; fact++) {
            if (facts->word[fact] >= word_fact_count((enum word_fact)fact))
                abort();
        }
    }
}

static void walk_roads(const struct map *map)
{
    const struct roads *roads = &map->roads;
    struct near_segment near[3];
    uint32_t count = 0;

    if (!roads->piece_count)
        return;
    walk_pieces(roads);
    walk_edges(map);
    match_items(map);
    walk_facts(roads);
    segment_tree_nearest(roads, roads->node_position[0], INFINITY, 3, NULL,
                         NULL, near, &count);
    if (!count || near[0].distance_m > near[count - 1].distance_m)
        abort();
}

static void read_map(const void *image, size_t size, uint32_t profile)
{
    struct map map = {0};
    struct error error;

    if (map_image_read(image, size, profile, &map, &error))
        return;
    walk(&map);
    walk_hierarchy(&map);
    walk_roads(&map);
}

static void read_maps(const void *image, size_t size)
{
    struct map_profiles profiles;
    struct error error;

    read_map(image, size, 0);
    read_map(image, size, 1);
    if (!map_image_profiles(image, size, &profiles, &error) &&
        (profiles.count > MAP_PROFILES_MAX ||
         strnlen(profiles.name[0], ROAD_NAME_SIZE) == ROAD_NAME_SIZE))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    void *image;

    /* Exactly as large as the input, and aligned as a mapped file is. */
    if (posix_memalign(&image, MAP_ALIGNMENT, size ? size : 1))
        return 0;
    memcpy(image, bytes, size);
    read_maps(image, size);
    map_seal(image, size);
    read_maps(image, size);
    free(image);
    return 0;
}
