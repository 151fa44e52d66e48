/* segment_tree_within: what is in or crosses a box. */
#include "core/graph/roads/segment_tree.h"

#include "core/graph/roads/roads.h"
#include "core/graph/roads/segment_box.h"

/* Wide enough for products of differences of positions. */
__extension__ typedef __int128 wide;

/* A range of longitudes goes on beyond 180 degrees where it has to. */
struct range {
    int64_t low;
    int64_t high;
};

struct search {
    const struct roads *roads;
    struct range lon;
    struct range lat;
    void (*found)(void *context, uint32_t segment);
    void *context;
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
};

static bool ranges_meet(struct range a, struct range b)
{
    return a.low <= b.high && b.low <= a.high;
}

static struct range range_shifted(struct range range, int64_t by)
{
    return (struct range){range.low + by, range.high + by};
}

/* Anywhere around the globe. */
static bool box_meets(const struct search *search,
                      const struct segment_box *box)
{
    struct range lon = {box->low.lon_e7, box->high.lon_e7};
    struct range lat = {box->low.lat_e7, box->high.lat_e7};

    if (!ranges_meet(lat, search->lat))
        return false;
    for (int turn = -1; turn <= 1; turn++)
        if (ranges_meet(range_shifted(lon, turn * LON_E7_TURN), search->lon))
            return true;
    return false;
}

/* Of which side of the line along (x, y) a corner is. */
static int side_of(wide x, wide y, wide corner_x, wide corner_y)
{
    wide left = x * corner_y;
    wide right = y * corner_x;

    return left > right ? 1 : left < right ? -1 : 0;
}

/* A line and a box have no place in common where the line's box does not meet
 * it, or all corners are on one side of the line. */
static bool line_meets(const struct search *search, struct range lon,
                       struct range lat, int64_t from_lon, int64_t from_lat,
                       int64_t x, int64_t y)
{
    int sides = 0;

    if (!ranges_meet(lon, search->lon) || !ranges_meet(lat, search->lat))
        return false;
    sides +=
        side_of(x, y, search->lon.low - from_lon, search->lat.low - from_lat);
    sides +=
        side_of(x, y, search->lon.low - from_lon, search->lat.high - from_lat);
    sides +=
        side_of(x, y, search->lon.high - from_lon, search->lat.low - from_lat);
    sides +=
        side_of(x, y, search->lon.high - from_lon, search->lat.high - from_lat);
    return sides > -4 && sides < 4;
}

static struct range range_between(int64_t a, int64_t b)
{
    return a < b ? (struct range){a, b} : (struct range){b, a};
}

static bool segment_meets(const struct search *search, struct position a,
                          struct position b)
{
    int64_t x = lon_e7_apart(a.lon_e7, b.lon_e7);
    int64_t y = (int64_t)b.lat_e7 - a.lat_e7;
    struct range lat = range_between(a.lat_e7, b.lat_e7);

    for (int turn = -1; turn <= 1; turn++) {
        int64_t lon = a.lon_e7 + turn * LON_E7_TURN;

        if (line_meets(search, range_between(lon, lon + x), lat, lon, a.lat_e7,
                       x, y))
            return true;
    }
    return false;
}

static void visit_leaf(const struct search *search, uint32_t leaf)
{
    const struct roads *roads = search->roads;
    uint32_t first, end;

    segment_tree_children(leaf, roads->segment_count, &first, &end);
    for (uint32_t i = first; i < end; i++) {
        uint32_t place = roads->tree.place[i];

        if (segment_meets(search, roads->node_position[place],
                          roads->node_position[place + 1]))
            search->found(search->context,
                          place - roads_place_piece(roads, place));
    }
}

static void visit(const struct search *search, uint32_t level, uint32_t i)
{
    const struct segment_tree *tree = &search->roads->tree;
    uint32_t first, end;

    if (!box_meets(search, &tree->box[search->level[level].first + i]))
        return;
    if (level == 0) {
        visit_leaf(search, i);
        return;
    }
    segment_tree_children(i, search->level[level - 1].count, &first, &end);
    for (uint32_t b = first; b < end; b++)
        visit(search, level - 1, b);
}

void segment_tree_within(const struct roads *roads,
                         const struct segment_box *box,
                         void (*found)(void *context, uint32_t segment),
                         void *context)
{
    struct search search = {
        .roads = roads,
        .lon = {box->low.lon_e7, box->high.lon_e7},
        .lat = {box->low.lat_e7, box->high.lat_e7},
        .found = found,
        .context = context,
    };
    uint32_t levels = segment_tree_levels(roads->segment_count, search.level);

    if (search.lon.low > search.lon.high)
        search.lon.high += LON_E7_TURN;
    if (levels > 0)
        visit(&search, levels - 1, 0);
}
