/* fork: roads that part. */
#include "core/service/guidance/fork.h"

#include "core/service/guidance/obvious.h"

/* Degrees. */
#define NARROW 40.0f
#define GROUP  60.0f

/* Of three the middle one. */
static struct instruction fork_middle(const struct crossing *crossing,
                                      size_t road)
{
    return crossing_name_changes(crossing, road)
               ? instruction_told(MANEUVER_FORK, MODIFIER_STRAIGHT)
               : instruction_silent(MODIFIER_STRAIGHT);
}

struct instruction instruction_fork(const struct crossing *crossing,
                                    const size_t *roads, size_t count)
{
    bool left = crossing->out == roads[count - 1];
    size_t other = left ? roads[0] : roads[count - 1];
    enum maneuver_modifier modifier =
        left ? MODIFIER_SLIGHT_LEFT : MODIFIER_SLIGHT_RIGHT;
    const struct road_attributes *taken =
        crossing->road[crossing->out].attributes;
    bool low = road_is_minor(taken);

    if (!left && crossing->out != roads[0])
        return fork_middle(crossing, crossing->out);
    if (count > 2 || low == road_is_minor(crossing->road[other].attributes))
        return instruction_told(MANEUVER_FORK, modifier);
    return low ? instruction_told(MANEUVER_TURN, modifier)
               : instruction_silent(modifier);
}

/* Whether the next road outwards belongs to the fork that has this one. */
static bool fork_goes_on(const struct crossing *crossing, size_t road,
                         size_t next)
{
    if (crossing->road[next].deviation <= NARROW)
        return true;
    return crossing_angle(crossing, road, next) <= NARROW &&
           crossing->road[road].deviation <= GROUP;
}

static struct fork fork_around(const struct crossing *crossing, size_t middle)
{
    struct fork fork = {middle, middle};

    while (fork.first > 1 && fork_goes_on(crossing, fork.first, fork.first - 1))
        fork.first--;
    while (fork.last + 1 < crossing->count &&
           fork_goes_on(crossing, fork.last, fork.last + 1))
        fork.last++;
    return fork;
}

static bool stands_alone(const struct crossing *crossing, struct fork fork)
{
    size_t left = fork.last + 1 < crossing->count ? fork.last + 1 : 0;

    return crossing_angle(crossing, fork.last, left) >= GROUP &&
           crossing_angle(crossing, fork.first, fork.first - 1) >= GROUP;
}

static bool are_alike(const struct crossing *crossing, size_t a, size_t b)
{
    const struct crossing_road *first = &crossing->road[a];
    const struct crossing_road *second = &crossing->road[b];

    return first->entry && second->entry &&
           road_has(first->attributes, ROAD_LINK) ==
               road_has(second->attributes, ROAD_LINK) &&
           edge_mode(crossing->roads, first->edge) ==
               edge_mode(crossing->roads, second->edge) &&
           edge_mode(crossing->roads, first->edge) ==
               edge_mode(crossing->roads, crossing->via) &&
           !obvious_of_two(crossing, a, b) && !obvious_of_two(crossing, b, a);
}

static size_t straightest(const struct crossing *crossing)
{
    size_t best = 1;

    for (size_t i = 2; i < crossing->count; i++) {
        if (crossing->road[i].deviation < crossing->road[best].deviation)
            best = i;
    }
    return best;
}

struct fork fork_find(const struct crossing *crossing)
{
    const struct fork none = {0, 0};
    size_t middle = straightest(crossing);
    struct fork fork = fork_around(crossing, middle);

    if (crossing->road[middle].deviation > NARROW || fork.first == fork.last ||
        fork.last - fork.first > 2 || !stands_alone(crossing, fork))
        return none;
    for (size_t i = fork.first; i < fork.last; i++) {
        if (!are_alike(crossing, i, i + 1))
            return none;
    }
    return fork;
}

bool fork_has(struct fork fork, size_t road)
{
    return fork.last && fork.first <= road && road <= fork.last;
}

struct instruction instruction_at_fork(const struct crossing *crossing,
                                       struct fork fork)
{
    size_t roads[3] = {fork.first, fork.first + 1, fork.last};
    size_t count = fork.last - fork.first + 1;

    if (count == 2)
        roads[1] = fork.last;
    return instruction_fork(crossing, roads, count);
}
