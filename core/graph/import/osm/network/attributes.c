/* attributes: texts as on signs, attributes of ways, and those of twins. */
#include "core/graph/import/osm/network/attributes.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* ---- Lists as on signs --------------------------------------------------- */

static const char blanks[] = " \t\r\n";

void sign_text_clear(struct sign_text *sign)
{
    sign->length = 0;
    if (sign->text)
        *sign->text = '\0';
}

static int add(struct sign_text *sign, const char *text, size_t length)
{
    int r = array_reserve(&sign->text, &sign->capacity,
                          sign->length + length + 1, 1);

    if (r)
        return r;
    memcpy(sign->text + sign->length, text, length);
    sign->length += length;
    sign->text[sign->length] = '\0';
    return 0;
}

/* The next word of a part, which ends at a mark; false: there is none. */
static bool next_word(const char **at, const char *end, const char **ret_word,
                      size_t *ret_length)
{
    *at += strspn(*at, blanks);
    if (*at >= end)
        return false;
    *ret_word = *at;
    *ret_length = strcspn(*at, blanks);
    if (*ret_length > (size_t)(end - *at))
        *ret_length = (size_t)(end - *at);
    *at += *ret_length;
    return true;
}

/* Puts `before` first if the part has any words. */
static int add_part(struct sign_text *sign, const char *part, const char *end,
                    const char *before)
{
    const char *word;
    size_t length;
    int r = 0;

    while (!r && next_word(&part, end, &word, &length)) {
        r = add(sign, before, strlen(before));
        r = r ? r : add(sign, word, length);
        before = " ";
    }
    return r;
}

int sign_text_add_list(struct sign_text *sign, const char *list,
                       const char *marks, const char *between)
{
    size_t begin = sign->length;
    int r = 0;

    while (list && *list && !r) {
        const char *end = list + strcspn(list, marks);

        r = add_part(sign, list, end, sign->length > begin ? between : "");
        list = *end ? end + 1 : end;
    }
    return r;
}

int sign_text_add_destinations(struct sign_text *sign, const char *refs,
                               const char *places)
{
    static const char marks[] = ";,";
    size_t begin = sign->length;
    size_t after_refs;
    int r = sign_text_add_list(sign, refs, marks, ", ");

    if (!r && sign->length > begin)
        r = add(sign, ": ", 2);
    after_refs = sign->length;
    r = r ? r : sign_text_add_list(sign, places, marks, ", ");
    if (!r && sign->length == after_refs && after_refs > begin) {
        sign->length -= 2;
        sign->text[sign->length] = '\0';
    }
    return r;
}

/* Bit i: lane_words[i]. Returns the end of the lane. */
static const char *read_lane(const char *text, unsigned *ret_words)
{
    unsigned words = 0;

    while (*text && *text != '|') {
        size_t length = strcspn(text, ";|");

        words |= 1u << lane_word_find(text, length);
        text += length + (text[length] == ';');
    }
    *ret_words = words & ((1u << LANE_WORDS) - 1);
    return text;
}

static int add_lane(struct sign_text *sign, unsigned lane)
{
    const char *between = "";
    int r = 0;

    for (int i = 0; i < LANE_WORDS && !r; i++) {
        if (!(lane >> i & 1))
            continue;
        r = add(sign, between, strlen(between));
        r = r ? r : add(sign, lane_words[i], strlen(lane_words[i]));
        between = ";";
    }
    return r;
}

int sign_text_add_lanes(struct sign_text *sign, const char *lanes,
                        uint16_t closed)
{
    size_t begin = sign->length;
    bool any = false;
    int r = 0;

    for (unsigned i = 0, kept = 0; !r; i++) {
        unsigned lane;

        lanes = read_lane(lanes, &lane);
        if (i >= LANES_MAX || !(closed >> i & 1)) {
            r = add(sign, "|", kept++ > 0);
            r = r ? r : add_lane(sign, lane);
            any |= lane != 0;
        }
        if (!*lanes++)
            break;
    }
    if (!any && sign->text) {
        sign->length = begin;
        sign->text[begin] = '\0';
    }
    return r;
}

void sign_text_finish(struct sign_text *sign)
{
    free(sign->text);
    *sign = (struct sign_text){0};
}

/* ---- The pool ------------------------------------------------------------ */

enum { SIZE = sizeof(struct road_attributes) };

/* They are compared and stored as bytes. */
_Static_assert(SIZE == 56, "road_attributes have gaps");

static int add_text(struct attribute_pool *pool, const char *text,
                    uint32_t *ret_offset)
{
    return text ? intern_pool_add(&pool->text, text, strlen(text) + 1,
                                  ret_offset)
                : 0;
}

/* "a;b", as "a; b" if signs would show it so. */
static int add_list(struct attribute_pool *pool, const char *list,
                    bool as_signs, uint32_t *ret_offset)
{
    int r;

    if (!list || !as_signs)
        return add_text(pool, list, ret_offset);
    sign_text_clear(&pool->sign);
    r = sign_text_add_list(&pool->sign, list, ";", "; ");
    return r ? r : add_text(pool, pool->sign.text, ret_offset);
}

static int add_destinations(struct attribute_pool *pool,
                            const struct way_rules *rules, uint32_t *ret_offset)
{
    int r;

    if (!rules->as_signs)
        return add_text(pool, rules->destinations, ret_offset);
    sign_text_clear(&pool->sign);
    r = sign_text_add_destinations(&pool->sign, rules->destination_refs,
                                   rules->destinations);
    return r ? r : add_text(pool, pool->sign.text, ret_offset);
}

static int add_lanes(struct attribute_pool *pool, const struct way_rules *rules,
                     int direction, uint32_t *ret_offset)
{
    int r;

    if (!rules->lanes[direction])
        return 0;
    sign_text_clear(&pool->sign);
    r = sign_text_add_lanes(&pool->sign, rules->lanes[direction],
                            rules->lanes_closed[direction]);
    return r ? r : add_text(pool, pool->sign.text, ret_offset);
}

/* The text at 0 is the empty one. */
static int add_texts(struct attribute_pool *pool, const struct way_rules *rules,
                     struct road_attributes *at)
{
    uint32_t none;
    int r = add_text(pool, "", &none);

    r = r ? r : add_text(pool, rules->name, &at->name);
    r = r ? r : add_list(pool, rules->ref, rules->as_signs, &at->ref);
    r = r ? r : add_destinations(pool, rules, &at->destinations);
    r = r ? r : add_list(pool, rules->exits, rules->as_signs, &at->exits);
    r = r ? r : add_lanes(pool, rules, 0, &at->lanes[0]);
    r = r ? r : add_lanes(pool, rules, 1, &at->lanes[1]);
    return r ? r : add_text(pool, rules->pronunciation, &at->pronunciation);
}

static void turn_around(struct road_attributes *at)
{
    uint32_t lanes = at->lanes[0];
    uint8_t mode = at->mode[0];
    unsigned flags = at->flags;
    unsigned closed = ROAD_CLOSED | ROAD_CLOSED_BACK;
    uint16_t limit[ROAD_LIMIT_COUNT];

    at->lanes[0] = at->lanes[1];
    at->lanes[1] = lanes;
    at->mode[0] = at->mode[1];
    at->mode[1] = mode;
    at->flags = (uint8_t)((flags & ~closed) |
                          (flags & ROAD_CLOSED ? ROAD_CLOSED_BACK : 0) |
                          (flags & ROAD_CLOSED_BACK ? ROAD_CLOSED : 0));
    memcpy(limit, at->limit[0], sizeof(limit));
    memcpy(at->limit[0], at->limit[1], sizeof(limit));
    memcpy(at->limit[1], limit, sizeof(limit));
}

int attribute_pool_add_text(struct attribute_pool *pool, const char *text,
                            uint32_t *ret_offset)
{
    int r = add_text(pool, "", ret_offset);

    return r ? r : add_text(pool, text, ret_offset);
}

int attribute_pool_add(struct attribute_pool *pool,
                       const struct way_rules *rules, uint32_t ret_index[2])
{
    struct road_attributes at = {
        .class_bits = rules->class_bits,
        .mode = {rules->mode[0], rules->mode[1]},
        .road_class = rules->road_class,
        .priority = rules->priority,
        .flags = rules->flags,
    };
    uint32_t offset[2];
    int r = add_texts(pool, rules, &at);

    memcpy(at.limit, rules->limit, sizeof(at.limit));
    for (int i = 0; i < 2 && !r; i++) {
        r = intern_pool_add(&pool->item, &at, SIZE, &offset[i]);
        turn_around(&at);
    }
    if (r)
        return r;
    ret_index[0] = offset[0] / SIZE;
    ret_index[1] = offset[1] / SIZE;
    return 0;
}

const struct road_attributes *
attribute_pool_get(const struct attribute_pool *pool, uint32_t index)
{
    return (const struct road_attributes *)pool->item.bytes + index;
}

/* Numbers attributes by the first piece that has them. */
static uint32_t renumber(struct road_network *network, uint32_t *number,
                         uint32_t count)
{
    uint32_t used = 0;

    memset(number, 0xff, count * sizeof(*number));
    for (uint32_t p = 0; p < network->piece_count; p++) {
        uint32_t *at = &number[network->piece_attributes[p]];

        if (*at == UINT32_MAX)
            *at = used++;
        network->piece_attributes[p] = *at;
    }
    return used;
}

int attribute_pool_give(struct attribute_pool *pool,
                        struct road_network *network)
{
    uint32_t count = (uint32_t)(pool->item.size / SIZE);
    uint32_t *number = array_alloc(count, sizeof(*number));
    uint32_t none;
    int r = intern_pool_add(&pool->text, "", 1, &none);

    if (r || !number)
        goto out;
    network->attributes_count = renumber(network, number, count);
    network->attributes = array_alloc(network->attributes_count, SIZE);
    if (!network->attributes)
        goto out;
    for (uint32_t i = 0; i < count; i++) {
        if (number[i] != UINT32_MAX)
            network->attributes[number[i]] = *attribute_pool_get(pool, i);
    }
    network->text = pool->text.bytes;
    network->text_size = pool->text.size;
    pool->text.bytes = NULL;
out:
    free(number);
    return r ? r : network->text ? 0 : -ENOMEM;
}

void attribute_pool_finish(struct attribute_pool *pool)
{
    intern_pool_finish(&pool->text);
    intern_pool_finish(&pool->item);
    sign_text_finish(&pool->sign);
}

/* ---- Roads on the same line ---------------------------------------------- */

/* The number of nodes of a piece. */
static uint32_t place_count(const struct road_network *network, uint32_t piece)
{
    return network->first_node[piece + 1] - network->first_node[piece];
}

/* Both pieces have as many segments. */
static int compare_costs(const struct road_network *network,
                         const uint32_t *cost, uint32_t a, uint32_t b)
{
    uint32_t first = network->first_node[a] - a;
    uint32_t second = network->first_node[b] - b;
    size_t count = 2 * ((size_t)place_count(network, a) - 1);

    return cost ? memcmp(cost + 2 * (size_t)first, cost + 2 * (size_t)second,
                         count * sizeof(*cost))
                : 0;
}

struct twin_search {
    struct road_network *network;
    const struct attribute_pool *pool; /* piece_attributes are its indices */
};

static const void *limits_of(const struct twin_search *search, uint32_t piece)
{
    return attribute_pool_get(search->pool,
                              search->network->piece_attributes[piece])
        ->limit;
}

/* In any order in which twins are neighbours; 0: they are twins. */
static int compare_lines(const struct twin_search *search, uint32_t a,
                         uint32_t b)
{
    const struct road_network *network = search->network;
    size_t count = place_count(network, a);
    int order = compare_numbers(network->piece_end[2 * a + 1],
                                network->piece_end[2 * b + 1]);

    if (!order)
        order = compare_numbers(count, place_count(network, b));
    if (!order)
        order = memcmp(network->edge_access + 2 * (size_t)a,
                       network->edge_access + 2 * (size_t)b,
                       2 * sizeof(*network->edge_access));
    if (!order)
        order = memcmp(limits_of(search, a), limits_of(search, b),
                       sizeof(((struct road_attributes *)NULL)->limit));
    if (!order)
        order = memcmp(network->node_id + network->first_node[a],
                       network->node_id + network->first_node[b],
                       count * sizeof(*network->node_id));
    if (!order)
        order = compare_costs(network, network->segment_weight, a, b);
    if (!order)
        order = compare_costs(network, network->segment_duration_ms, a, b);
    return order;
}

static int compare_pieces(const void *a, const void *b, void *search)
{
    uint32_t one = *(const uint32_t *)a;
    uint32_t other = *(const uint32_t *)b;
    int order = compare_lines(search, one, other);

    return order ? order : compare_numbers(one, other);
}

/* Whether attributes `a` are preferred to `b`. */
static bool is_before(const struct attribute_pool *pool, uint32_t a, uint32_t b)
{
    const char *text = pool->text.bytes;
    const char *first = text + attribute_pool_get(pool, a)->name;
    const char *second = text + attribute_pool_get(pool, b)->name;

    if (!*first || !*second)
        return *first;
    return strcmp(first, second) < 0;
}

static void settle_twins(struct twin_search *search, const uint32_t *piece,
                         size_t count)
{
    uint32_t *attributes = search->network->piece_attributes;
    uint32_t best = attributes[piece[0]];

    for (size_t i = 1; i < count; i++) {
        if (is_before(search->pool, attributes[piece[i]], best))
            best = attributes[piece[i]];
    }
    for (size_t i = 0; i < count; i++)
        attributes[piece[i]] = best;
}

/* Settles those of pieces that begin at one junction; sorts them. */
static void settle_junction(struct twin_search *search, uint32_t *piece,
                            size_t count)
{
    size_t first = 0;

    qsort_r(piece, count, sizeof(*piece), compare_pieces, search);
    for (size_t i = 1; i <= count; i++) {
        if (i < count && !compare_lines(search, piece[first], piece[i]))
            continue;
        settle_twins(search, piece + first, i - first);
        first = i;
    }
}

int twins_settle(const struct road_leaving *leaving,
                 const struct attribute_pool *pool,
                 struct road_network *network)
{
    uint32_t *piece = array_alloc(network->piece_count, sizeof(*piece));
    struct twin_search search = {network, pool};

    if (!piece)
        return -ENOMEM;
    for (uint32_t j = 0; j < network->junction_count; j++) {
        size_t count = 0;

        for (uint32_t i = leaving->first[j]; i < leaving->first[j + 1]; i++) {
            if (leaving->edge[i] % 2 == 0)
                piece[count++] = leaving->edge[i] / 2;
        }
        if (count > 1)
            settle_junction(&search, piece, count);
    }
    free(piece);
    return 0;
}
