/* lanes: pairs arrows with roads.
 *
 * People read arrows in their order: of two roads that both bend to the left
 * the right one is "through" beside "left". So pairs do not cross, a road has
 * at most one arrow and an arrow one road, and of all such pairings the one
 * with the most suitable pairs and the least difference between arrows and
 * roads counts (pair_up()). Then the roads without an arrow are given to lanes
 * without one, or to the outermost lane. */
#include "core/service/guidance/lanes.h"

#include <math.h>
#include <string.h>

/* An arrow farther from a road's direction than this does not belong to it.
 * Where a road parts, "left" may hardly bend; "through" is less patient. */
#define SUITS_WITHIN   110.0f
#define THROUGH_WITHIN 85.0f

/* Roads within this hardly bend. */
#define SLIGHT 20.0f

/* Roads within this go straight on; farther ones turn off. */
#define STRAIGHT_WITHIN 45.0f

/* Of lane_words, then of unknown ones. */
static const enum arrow arrow_of_word[LANE_WORDS + 1] = {
    ARROW_THROUGH,      ARROW_SHARP_LEFT, ARROW_LEFT,        ARROW_SLIGHT_LEFT,
    ARROW_SLIGHT_RIGHT, ARROW_RIGHT,      ARROW_SHARP_RIGHT, ARROW_REVERSE,
    ARROW_THROUGH,      ARROW_THROUGH,    ARROW_NONE,
};

/* The direction of each, as a turn. */
static const float arrow_turn[] = {
    [ARROW_REVERSE_RIGHT] = 160, [ARROW_SHARP_RIGHT] = 135,
    [ARROW_RIGHT] = 90,          [ARROW_SLIGHT_RIGHT] = 45,
    [ARROW_THROUGH] = 0,         [ARROW_SLIGHT_LEFT] = -45,
    [ARROW_LEFT] = -90,          [ARROW_SHARP_LEFT] = -135,
    [ARROW_REVERSE] = -160,
};

/* ---- Texts -------------------------------------------------------------- */

const char *lane_arrow_read(const char *text, struct lane_arrow *ret_arrow)
{
    size_t length = strcspn(text, ";|");

    ret_arrow->text = length ? text : "none";
    ret_arrow->length = length ? length : 4;
    ret_arrow->ends_lane = text[length] != ';';
    ret_arrow->ends = !text[length];
    return text + length + !ret_arrow->ends;
}

static enum arrow arrow_of(const struct lane_arrow *arrow)
{
    return arrow_of_word[lane_word_find(arrow->text, arrow->length)];
}

bool lanes_read(const char *text, struct lanes *ret_lanes)
{
    struct lane_arrow arrow;
    uint16_t last;

    memset(ret_lanes, 0, sizeof(*ret_lanes));
    do {
        text = lane_arrow_read(text, &arrow);
        if (ret_lanes->count == LANES_MAX)
            return false;
        ret_lanes->with[arrow_of(&arrow)] |= (uint16_t)(1u << ret_lanes->count);
        ret_lanes->count += arrow.ends_lane;
    } while (!arrow.ends);
    last = (uint16_t)(1u << (ret_lanes->count - 1));
    if (ret_lanes->count > 1 && ret_lanes->with[ARROW_REVERSE] == last) {
        ret_lanes->with[ARROW_REVERSE] = 0;
        ret_lanes->with[ARROW_REVERSE_RIGHT] = last;
    }
    return true;
}

uint16_t lanes_arrows(const struct lanes *lanes)
{
    uint16_t arrows = 0;

    for (int a = 0; a < ARROW_COUNT; a++)
        arrows |= (uint16_t)((lanes->with[a] != 0) << a);
    return arrows;
}

uint16_t lanes_with(const struct lanes *lanes, uint16_t arrows)
{
    uint16_t with = 0;

    for (int a = 0; a < ARROW_COUNT; a++)
        with |= arrows >> a & 1 ? lanes->with[a] : 0;
    return with;
}

/* ---- Pairs -------------------------------------------------------------- */

struct pairs {
    const struct lanes *lanes;
    const struct lane_roads *roads;
    uint16_t arrows;      /* those that count */
    int road[ARROW_NONE]; /* of each arrow; -1: none */
};

static bool has_arrow(const struct pairs *pairs, int arrow)
{
    return pairs->arrows >> arrow & 1 && pairs->lanes->with[arrow];
}

/* A U-turn to the other carriageway may begin as any road to that side. */
static float misfit(int arrow, float turn)
{
    float off = fabsf(arrow_turn[arrow] - turn);
    bool aside = (arrow == ARROW_REVERSE && turn < -SLIGHT) ||
                 (arrow == ARROW_REVERSE_RIGHT && turn > SLIGHT);

    return aside ? fminf(off, SUITS_WITHIN - 1) : off;
}

static float suits_within(int arrow)
{
    return arrow == ARROW_THROUGH ? THROUGH_WITHIN : SUITS_WITHIN;
}

/* What the pair adds to the sum: negative if they suit each other. */
static float pair_cost(const struct pairs *pairs, int arrow, int road)
{
    return has_arrow(pairs, arrow)
               ? misfit(arrow, pairs->roads->turn[road]) - suits_within(arrow)
               : 0;
}

/* least[a][r]: of the first `a` arrows with the first `r` roads. */
static void pair_up(struct pairs *pairs)
{
    float least[ARROW_NONE + 1][LANE_ROADS_MAX + 1] = {{0}};
    int roads = (int)pairs->roads->count;

    for (int a = 1; a <= ARROW_NONE; a++) {
        for (int r = 1; r <= roads; r++)
            least[a][r] =
                fminf(fminf(least[a - 1][r], least[a][r - 1]),
                      least[a - 1][r - 1] + pair_cost(pairs, a - 1, r - 1));
    }
    for (int a = ARROW_NONE, r = roads; a > 0; a--) {
        while (r > 0 && least[a][r] == least[a][r - 1])
            r--;
        pairs->road[a - 1] = r > 0 && least[a][r] < least[a - 1][r] ? --r : -1;
    }
}

static int arrow_of_road(const struct pairs *pairs, int road)
{
    for (int a = 0; a < ARROW_NONE; a++) {
        if (pairs->road[a] == road)
            return a;
    }
    return ARROW_NONE;
}

/* ---- Lanes without an arrow --------------------------------------------- */

/* Lanes without arrows side by side, and the roads that their neighbours leave
 * over: those strictly between. */
struct gap {
    unsigned first; /* lanes from the left */
    unsigned last;
    int right; /* the leftmost road of the lanes to the right; -1: none */
    int left;  /* the rightmost road of the lanes to the left; the number of
                  roads: none */
};

static struct gap gap_around(const struct pairs *pairs, unsigned first,
                             unsigned last)
{
    struct gap gap = {first, last, -1, (int)pairs->roads->count};

    for (int a = 0; a < ARROW_NONE; a++) {
        int road = pairs->road[a];

        if (road >= 0 && pairs->lanes->with[a] >> (last + 1) &&
            road > gap.right)
            gap.right = road;
        if (road >= 0 && pairs->lanes->with[a] & ((1u << first) - 1) &&
            road < gap.left)
            gap.left = road;
    }
    return gap;
}

static bool is_left_over(const struct pairs *pairs, const struct gap *gap,
                         int road)
{
    return road > gap->right && road < gap->left &&
           arrow_of_road(pairs, road) == ARROW_NONE;
}

/* The road straight on: a neighbour's, or one left over; -1: none. */
static int straight_of(const struct pairs *pairs, const struct gap *gap)
{
    const float *turn = pairs->roads->turn;
    int through = pairs->road[ARROW_THROUGH];
    int best = -1;

    if (through >= 0 && (through == gap->right || through == gap->left))
        return through;
    for (int r = gap->right + 1; r < gap->left; r++) {
        if (is_left_over(pairs, gap, r) && fabsf(turn[r]) <= STRAIGHT_WITHIN &&
            (best < 0 || fabsf(turn[r]) < fabsf(turn[best])))
            best = r;
    }
    return best;
}

static bool leaves_none_over(const struct pairs *pairs, const struct gap *gap)
{
    for (int r = gap->right + 1; r < gap->left; r++) {
        if (is_left_over(pairs, gap, r))
            return false;
    }
    return true;
}

/* Where some of the lanes go straight on, one may turn off them only at the
 * side. */
static uint16_t gap_lanes(const struct pairs *pairs, const struct gap *gap)
{
    int out = (int)pairs->roads->out;
    int straight = straight_of(pairs, gap);
    uint32_t all = (2u << gap->last) - (1u << gap->first);

    if (out == straight)
        return (uint16_t)all;
    if (out == gap->right || out == gap->left)
        return leaves_none_over(pairs, gap) ? (uint16_t)all : 0;
    if (!is_left_over(pairs, gap, out))
        return 0;
    if (straight < 0)
        return (uint16_t)all;
    return (uint16_t)(1u << (out < straight ? gap->last : gap->first));
}

static uint16_t lanes_without_arrow(const struct pairs *pairs)
{
    uint16_t none = pairs->lanes->with[ARROW_NONE];
    uint16_t valid = 0;

    for (unsigned first = 0; first < pairs->lanes->count; first++) {
        unsigned last = first;
        struct gap gap;

        if (!(none >> first & 1))
            continue;
        while (none >> (last + 1) & 1)
            last++;
        gap = gap_around(pairs, first, last);
        valid |= gap_lanes(pairs, &gap);
        first = last;
    }
    return valid;
}

/* ---- All ---------------------------------------------------------------- */

/* Whether a lane has an arrow of [first, last]. */
static bool lane_has(const struct pairs *pairs, unsigned lane, int first,
                     int last)
{
    for (int a = first; a <= last; a++) {
        if (has_arrow(pairs, a) && pairs->lanes->with[a] >> lane & 1)
            return true;
    }
    return false;
}

/* A road beyond all that have arrows, as a sharp left beside a left or a U-turn
 * beside it, is reached from the outermost lane. */
static uint16_t outermost_lane(const struct pairs *pairs)
{
    int out = (int)pairs->roads->out;
    float turn = pairs->roads->turn[out];
    unsigned last = pairs->lanes->count - 1;
    bool right = turn > STRAIGHT_WITHIN;
    bool left = turn < -STRAIGHT_WITHIN;

    for (int a = 0; a < ARROW_NONE; a++) {
        right &= pairs->road[a] < 0 || pairs->road[a] > out;
        left &= pairs->road[a] < out;
    }
    if (right && lane_has(pairs, last, 0, ARROW_SLIGHT_RIGHT))
        return (uint16_t)(1u << last);
    return left && lane_has(pairs, 0, ARROW_SLIGHT_LEFT, ARROW_REVERSE);
}

/* The arrows that lead nowhere here, and the lanes that have only those. */
static void find_unfit(const struct pairs *pairs, struct lanes_fit *fit)
{
    uint16_t used = 0;
    uint16_t unused = 0;

    for (int a = 0; a < ARROW_NONE; a++) {
        if (!has_arrow(pairs, a))
            continue;
        if (pairs->road[a] >= 0) {
            used |= pairs->lanes->with[a];
        } else {
            unused |= pairs->lanes->with[a];
            fit->unfit |= (uint16_t)(1u << a);
        }
    }
    fit->idle = (uint16_t)(unused & ~used);
}

struct lanes_fit lanes_for_road(const struct lanes *lanes, uint16_t arrows,
                                const struct lane_roads *roads)
{
    struct pairs pairs = {.lanes = lanes, .roads = roads, .arrows = arrows};
    struct lanes_fit fit = {0};
    int arrow;

    pair_up(&pairs);
    arrow = arrow_of_road(&pairs, (int)roads->out);
    if (arrow != ARROW_NONE) {
        fit.valid = lanes->with[arrow];
        fit.arrows = (uint16_t)(1u << arrow);
    }
    if (has_arrow(&pairs, ARROW_NONE)) {
        uint16_t more = lanes_without_arrow(&pairs);

        fit.valid |= more;
        fit.arrows |= (uint16_t)((more != 0) << ARROW_NONE);
    }
    if (!fit.valid)
        fit.valid = outermost_lane(&pairs);
    find_unfit(&pairs, &fit);
    return fit;
}
