/* osm_sketch: parses the drawing, makes the network, finds walks. */
#include "tests/unit/graph/osm_sketch.h"

#include "tests/unit/cmocka_all.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/graph/network_walks.h"
#include "tests/unit/graph/osm_add.h"

enum { TAGS_MAX = 16, MEMBERS_MAX = 16, NO_WAY = 999 };

/* 100 m on the equator are 8983 or 9044 of these, east or north. */
static const int32_t east_e7 = 4492;
static const int32_t south_e7 = 9044;

/* Tags of the object being added. */
struct sketch_tags {
    char text[512];
    struct osm_text_tag tag[TAGS_MAX];
    size_t count;
};

static void read_tags(const char *text, struct sketch_tags *tags)
{
    char *rest = tags->text;

    assert_true(strlen(text) < sizeof(tags->text));
    strcpy(tags->text, text);
    tags->count = 0;
    while (*rest) {
        char *equals = strchr(rest, '=');
        char *end = strstr(rest, ", ");

        assert_non_null(equals);
        assert_true(tags->count < TAGS_MAX);
        *equals = '\0';
        tags->tag[tags->count++] = (struct osm_text_tag){rest, equals + 1};
        if (!end)
            break;
        *end = '\0';
        rest = end + 2;
    }
}

struct osm_sketch sketch_begin(const char *drawing)
{
    struct osm_sketch sketch = {0};
    int32_t column = 0;
    int32_t row = 0;

    for (; *drawing; drawing++, column++) {
        if (*drawing == '\n') {
            row++;
            column = -1;
        } else if (isalpha((unsigned char)*drawing)) {
            sketch.tags[(int)*drawing] = "";
            sketch.position[(int)*drawing] =
                (struct position){column * east_e7, -row * south_e7};
        }
    }
    return sketch;
}

void sketch_node(struct osm_sketch *sketch, char letter, const char *tags)
{
    sketch->tags[(int)letter] = tags;
}

void sketch_missing(struct osm_sketch *sketch, char letter)
{
    sketch->tags[(int)letter] = NULL;
}

void sketch_way(struct osm_sketch *sketch, const char *letters,
                const char *tags)
{
    int64_t refs[64];
    size_t count = strlen(letters);
    struct sketch_tags own;

    assert_true(count <= 64 && sketch->way_count < SKETCH_WAYS_MAX);
    for (size_t i = 0; i < count; i++)
        refs[i] = letters[i];
    read_tags(tags, &own);
    sketch->way[sketch->way_count++] = letters;
    assert_int_equal(
        osm_add(&sketch->data,
                osm_way(sketch->way_count, refs, count, own.tag, own.count),
                NULL),
        0);
}

static int64_t find_way(const struct osm_sketch *sketch, const char *letters)
{
    for (uint32_t i = 0; i < sketch->way_count; i++) {
        if (!strcmp(sketch->way[i], letters))
            return i + 1;
    }
    assert_string_equal(letters, "!");
    return NO_WAY;
}

static size_t add_members(const struct osm_sketch *sketch, const char *words,
                          enum osm_role role, struct osm_member *member,
                          size_t count)
{
    char text[64];
    char *rest = NULL;

    assert_true(strlen(words) < sizeof(text));
    strcpy(text, words);
    for (char *word = strtok_r(text, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest)) {
        assert_true(count < MEMBERS_MAX);
        if (!word[1] && word[0] != '!')
            member[count++] =
                (struct osm_member){word[0], OSM_NODE, (uint8_t)role};
        else
            member[count++] = (struct osm_member){find_way(sketch, word),
                                                  OSM_WAY, (uint8_t)role};
    }
    return count;
}

void sketch_relation(struct osm_sketch *sketch, const char *tags,
                     const char *from, const char *via, const char *to)
{
    struct osm_member member[MEMBERS_MAX];
    struct sketch_tags own;
    size_t count = add_members(sketch, from, ROLE_FROM, member, 0);

    count = add_members(sketch, via, ROLE_VIA, member, count);
    count = add_members(sketch, to, ROLE_TO, member, count);
    read_tags(tags, &own);
    assert_int_equal(osm_add(&sketch->data,
                             osm_relation(++sketch->relation_count, member,
                                          count, own.tag, own.count),
                             NULL),
                     0);
}

static void add_nodes(struct osm_sketch *sketch)
{
    struct sketch_tags own;

    for (int letter = 0; letter < SKETCH_LETTERS; letter++) {
        if (sketch->tags[letter] && *sketch->tags[letter])
            assert_int_equal(osm_add_keep(&sketch->data, letter, NULL), 0);
    }
    for (int letter = 0; letter < SKETCH_LETTERS; letter++) {
        if (!sketch->tags[letter])
            continue;
        read_tags(sketch->tags[letter], &own);
        assert_int_equal(osm_add(&sketch->data,
                                 osm_node(letter, sketch->position[letter],
                                          own.tag, own.count),
                                 NULL),
                         0);
    }
}

enum { SET_MAX = 16 };

void sketch_make(struct osm_sketch *sketch, const char *const *set)
{
    const char *all[SET_MAX] = {"profile.step=0.001", "profile.grid=0.0000001",
                                "penalties.highway=traffic_signals 7 0",
                                "rank.highway=motorway 0, primary 2, "
                                "secondary 3, tertiary 4, * 5"};
    struct error error = {""};
    size_t count = 4;

    while (set && *set && count < SET_MAX)
        all[count++] = *set++;
    if (profile_find("testbot", all, count, &sketch->profile, &error))
        fail_msg("%s", error.text);
    add_nodes(sketch);
    if (osm_add_finish(&sketch->data, &error) ||
        osm_network_make(&sketch->data, sketch->profile, &sketch->network,
                         &sketch->report, &error))
        fail_msg("%s", error.text);
}

void sketch_end(struct osm_sketch *sketch)
{
    road_network_finish(&sketch->network);
    osm_data_finish(&sketch->data);
    profile_destroy(sketch->profile);
}

/* ---- What came out ------------------------------------------------------ */

static bool is_piece(const struct road_network *network, uint32_t edge,
                     const char *letters)
{
    uint32_t first = network->first_node[edge / 2];
    uint32_t count = network->first_node[edge / 2 + 1] - first;

    if (strlen(letters) != count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = first + (edge % 2 ? count - 1 - i : i);

        if (network->node_id[place] != letters[i])
            return false;
    }
    return true;
}

bool sketch_has_piece(const struct osm_sketch *sketch, const char *letters)
{
    for (uint32_t e = 0; e < 2 * sketch->network.piece_count; e++) {
        if (is_piece(&sketch->network, e, letters))
            return true;
    }
    return false;
}

struct sketch_segment sketch_segment(const struct osm_sketch *sketch,
                                     const char *letters)
{
    const struct road_network *network = &sketch->network;

    for (uint32_t p = 0; p < network->piece_count; p++) {
        for (uint32_t i = network->first_node[p];
             i + 1 < network->first_node[p + 1]; i++) {
            int64_t a = network->node_id[i];
            int64_t b = network->node_id[i + 1];
            uint32_t side = a != letters[0];
            uint32_t at = 2 * (i - p) + side;

            if ((a != letters[0] || b != letters[1]) &&
                (a != letters[1] || b != letters[0]))
                continue;
            return (struct sketch_segment){
                .edge = 2 * p + side,
                .weight = network->segment_weight[at],
                .duration_ms = network->segment_duration_ms
                                   ? network->segment_duration_ms[at]
                                   : network->segment_weight[at],
                .length_mm = network->segment_length_mm[i - p],
            };
        }
    }
    fail_msg("no segment %s", letters);
    return (struct sketch_segment){0};
}

const struct road_attributes *sketch_attributes(const struct osm_sketch *sketch,
                                                const char *letters,
                                                bool *ret_reversed)
{
    uint32_t edge = sketch_segment(sketch, letters).edge;
    const struct road_network *network = &sketch->network;

    *ret_reversed = edge % 2;
    return &network->attributes[network->piece_attributes[edge / 2]];
}

const char *sketch_text(const struct osm_sketch *sketch, uint32_t offset)
{
    assert_true(offset < sketch->network.text_size);
    return sketch->network.text + offset;
}

static bool is_walk(const struct walk *walk, const char *letters)
{
    for (size_t i = 0; letters[i]; i++) {
        if (walk->node[i] != letters[i])
            return false;
    }
    return true;
}

/* The walk of the least weight; false: there is none. */
static bool find_walk(const struct osm_sketch *sketch, const char *letters,
                      struct walk *ret_walk)
{
    struct walk_list list = {0};
    bool found = false;

    assert_true(strlen(letters) <= WALK_SEGMENTS_MAX + 1);
    network_walks(&sketch->network, (uint32_t)strlen(letters) - 1, &list);
    walk_list_sort(&list);
    for (size_t i = 0; i < list.count && !found; i++) {
        found = is_walk(&list.walk[i], letters);
        if (found)
            *ret_walk = list.walk[i];
    }
    walk_list_finish(&list);
    return found;
}

bool sketch_can(const struct osm_sketch *sketch, const char *letters)
{
    struct walk walk;

    return find_walk(sketch, letters, &walk);
}

uint32_t sketch_turn_ms(const struct osm_sketch *sketch, const char *letters)
{
    struct walk walk;

    assert_true(find_walk(sketch, letters, &walk));
    return (uint32_t)walk.turn_duration_ms;
}

uint32_t sketch_turn_weight(const struct osm_sketch *sketch,
                            const char *letters)
{
    struct walk walk;

    assert_true(find_walk(sketch, letters, &walk));
    return (uint32_t)walk.turn_weight;
}
