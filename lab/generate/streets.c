/* Finding candidates, then choosing among them in passes. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/union_find.h"
#include "core/graph/map.h"
#include "lab/generate/noise.h"
#include "lab/generate/streets.h"

/* ---- Candidates ---------------------------------------------------------- */

enum { PRIORITY_LAST = 255 };

double street_length(const struct street *street, const struct point *site)
{
    double dx = site[street->a].x - site[street->b].x;
    double dy = site[street->a].y - site[street->b].y;

    return sqrt(dx * dx + dy * dy);
}

int streets_add(struct streets *streets, struct street street)
{
    if (streets->count == UINT32_MAX)
        return -EOVERFLOW;
    if (array_reserve(&streets->street, &streets->capacity,
                      (size_t)streets->count + 1, sizeof(street)))
        return -ENOMEM;
    streets->street[streets->count++] = street;
    return 0;
}

static uint32_t vertex_at(const void *edges, size_t size, size_t end)
{
    uint32_t vertex;

    memcpy(&vertex,
           (const char *)edges + end / 2 * size + end % 2 * sizeof(vertex),
           sizeof(vertex));
    return vertex;
}

int ends_by_vertex(const void *edges, size_t edge_count, size_t size,
                   uint32_t vertex_count, uint32_t **ret_first,
                   uint32_t **ret_end)
{
    size_t count = 2 * edge_count;
    uint32_t *first = array_zero((size_t)vertex_count + 2, sizeof(*first));
    uint32_t *end = array_alloc(count, sizeof(*end));

    if (!first || !end) {
        free(first);
        free(end);
        return -ENOMEM;
    }
    for (size_t e = 0; e < count; e++)
        first[vertex_at(edges, size, e) + 2]++;
    for (uint32_t v = 0; v < vertex_count; v++)
        first[v + 2] += first[v + 1];
    /* first[v + 1] is the next free entry of v, and in the end the end of v's
     * entries. */
    for (size_t e = 0; e < count; e++)
        end[first[vertex_at(edges, size, e) + 1]++] = (uint32_t)e;
    *ret_first = first;
    *ret_end = end;
    return 0;
}

/* Turns contacts into candidates. */
struct finder {
    struct contact_taker base;
    struct streets *streets;
    const struct rivers *rivers;
    const struct point *site;
    uint64_t seed;
    double bridges; /* due so far; starts at random */
};

/* Candidates that are short for their area and have a long common border come
 * first; chance blurs the order. Mostly in [0, 1). */
static double rank(const struct finder *finder, const struct contact *contact,
                   double length)
{
    double size = sqrt(contact->size_a * contact->size_b);
    double border = contact->overlap / fmin(contact->size_a, contact->size_b);
    double chance = noise_unit(finder->seed, finder->streets->count);

    return 0.25 * length / size + 0.2 * (1 - fmin(border, 1)) + 0.3 * chance;
}

/* Bridges come at even steps among the candidates that cross a river, which are
 * roughly in spatial order. Independent draws could by chance make a small map
 * much deeper or shallower than the real one. */
static bool crosses_water(struct finder *finder, const struct street *street)
{
    double before = finder->bridges;

    if (rivers_bank(finder->rivers, finder->site[street->a]) ==
        rivers_bank(finder->rivers, finder->site[street->b]))
        return false;
    finder->bridges += finder->rivers->bridge_share;
    return floor(finder->bridges) == floor(before);
}

static int take_contact(struct contact_taker *taker,
                        const struct contact *contact)
{
    struct finder *finder = (struct finder *)taker;
    struct street street = {
        .a = contact->a,
        .b = contact->b,
        .road_class = ROAD_LOCAL,
    };
    double first = rank(finder, contact, street_length(&street, finder->site));

    street.water = crosses_water(finder, &street);
    street.priority = (uint8_t)fmin(first * PRIORITY_LAST, PRIORITY_LAST);
    return streets_add(finder->streets, street);
}

int streets_find(struct streets *streets, const struct bisection *bisection,
                 const struct rivers *rivers, uint64_t seed)
{
    struct finder finder = {
        .base = {take_contact},
        .streets = streets,
        .rivers = rivers,
        .site = bisection->site,
        .seed = seed,
        .bridges = noise_unit(~seed, 0),
    };

    *streets = (struct streets){0};
    return bisection_contacts(bisection, &finder.base);
}

void streets_finish(struct streets *streets)
{
    free(streets->street);
    *streets = (struct streets){0};
}

static bool may_be_one_way(const struct street *street)
{
    return !street->tree && street->road_class == ROAD_LOCAL;
}

void streets_make_one_way(struct streets *streets, uint32_t wanted,
                          uint64_t seed)
{
    struct sample sample;
    uint32_t fit = 0;

    for (uint32_t i = 0; i < streets->count; i++)
        fit += may_be_one_way(&streets->street[i]);
    sample = sample_of(wanted, fit, seed);
    for (uint32_t i = 0; i < streets->count; i++) {
        struct street *street = &streets->street[i];

        if (!may_be_one_way(street) || !sample_next(&sample))
            continue;
        street->one_way = true;
        if (noise_hash(seed, i) & 1) {
            uint32_t a = street->a;

            street->a = street->b;
            street->b = a;
        }
    }
}

/* ---- The choice ---------------------------------------------------------- */

enum { PRIORITIES = 256 };

/* Streets of a square: the last of a model's degrees. */
enum { SQUARE_STREETS = MODEL_DEGREES - 1 };

/* A choice among candidates; those not taken are dropped. */
struct choice {
    struct street *street; /* [count] candidates */
    uint32_t count;
    uint32_t *order;  /* [count] by ascending priority */
    uint8_t *taken;   /* [count] */
    uint8_t *want;    /* [vertex_count] streets still requested */
    uint8_t *degree;  /* [vertex_count] streets taken */
    uint32_t *parent; /* [vertex_count] disjoint sets; own index: a root */
    uint32_t *asked;  /* [vertex_count] at a root: requests of the whole part */
    uint32_t kept;    /* taken so far */
};

static uint8_t draw_want(const struct model *model, double unit)
{
    uint8_t want = 1;

    for (; want + 1 < MODEL_DEGREES; want++) {
        unit -= model->want[want];
        if (unit < 0)
            break;
    }
    return want;
}

/* Counting sort, stable: ties stay in the order of the land. */
static void sort_by_priority(struct choice *choice)
{
    uint32_t next[PRIORITIES + 1] = {0};

    for (uint32_t i = 0; i < choice->count; i++)
        next[choice->street[i].priority + 1]++;
    for (unsigned p = 0; p < PRIORITIES; p++)
        next[p + 1] += next[p];
    for (uint32_t i = 0; i < choice->count; i++)
        choice->order[next[choice->street[i].priority]++] = i;
}

static int choice_init(struct choice *choice, const struct streets *streets,
                       uint32_t vertex_count, const struct model *model,
                       uint64_t seed)
{
    *choice = (struct choice){
        .street = streets->street,
        .count = streets->count,
        .order = array_alloc(streets->count, sizeof(*choice->order)),
        .taken = array_zero(streets->count, sizeof(*choice->taken)),
        .want = array_alloc(vertex_count, sizeof(*choice->want)),
        .degree = array_zero(vertex_count, sizeof(*choice->degree)),
        .parent = array_alloc(vertex_count, sizeof(*choice->parent)),
        .asked = array_alloc(vertex_count, sizeof(*choice->asked)),
    };
    if (!choice->order || !choice->taken || !choice->want || !choice->degree ||
        !choice->parent || !choice->asked)
        return -ENOMEM;
    for (uint32_t v = 0; v < vertex_count; v++) {
        choice->want[v] = draw_want(model, noise_unit(seed, v));
        choice->asked[v] = choice->want[v];
    }
    union_find_separate(choice->parent, vertex_count);
    sort_by_priority(choice);
    return 0;
}

static bool both_ask(const struct choice *choice, const struct street *street)
{
    return !street->water && choice->want[street->a] && choice->want[street->b];
}

/* Whether no crossing would get five or more streets. */
static bool has_room(const struct choice *choice, const struct street *street)
{
    return choice->degree[street->a] < 4 && choice->degree[street->b] < 4;
}

/* Whether one crossing of four would become one of five. */
static bool makes_square(const struct choice *choice,
                         const struct street *street)
{
    uint8_t a = choice->degree[street->a];
    uint8_t b = choice->degree[street->b];

    return (a == 4 && b < 4) || (b == 4 && a < 4);
}

static bool one_asks_with_room(const struct choice *choice,
                               const struct street *street)
{
    return (choice->want[street->a] || choice->want[street->b]) &&
           has_room(choice, street);
}

/* NULL: any. */
typedef bool (*rule_fn)(const struct choice *choice,
                        const struct street *street);

static bool may_take(const struct choice *choice, uint32_t candidate,
                     rule_fn rule)
{
    const struct street *street = &choice->street[candidate];

    return !choice->taken[candidate] && !street->water &&
           (!rule || rule(choice, street));
}

static void meet(struct choice *choice, uint32_t vertex)
{
    choice->want[vertex] -= choice->want[vertex] > 0;
    choice->degree[vertex] += choice->degree[vertex] < UINT8_MAX;
}

static void take(struct choice *choice, uint32_t candidate)
{
    choice->taken[candidate] = 1;
    choice->kept++;
    meet(choice, choice->street[candidate].a);
    meet(choice, choice->street[candidate].b);
}

static void take_joining(struct choice *choice, uint32_t candidate, uint32_t a,
                         uint32_t b)
{
    uint32_t asked = choice->asked[a] + choice->asked[b];
    uint32_t into = a < b ? a : b;

    choice->parent[a] = into;
    choice->parent[b] = into;
    choice->asked[into] = asked > 2 ? asked - 2 : 0;
    choice->street[candidate].tree = true;
    take(choice, candidate);
}

static void take_main_roads(struct choice *choice)
{
    for (uint32_t candidate = 0; candidate < choice->count; candidate++) {
        const struct street *street = &choice->street[candidate];
        uint32_t a = union_find_root(choice->parent, street->a);
        uint32_t b = union_find_root(choice->parent, street->b);

        if (street->road_class == ROAD_LOCAL)
            continue;
        if (a == b)
            take(choice, candidate);
        else
            take_joining(choice, candidate, a, b);
    }
}

/* Takes candidates that the rule allows and that join two parts with at least
 * that many requests together. */
static void join_parts(struct choice *choice, rule_fn rule,
                       uint32_t least_asked)
{
    for (uint32_t i = 0; i < choice->count; i++) {
        uint32_t candidate = choice->order[i];
        const struct street *street = &choice->street[candidate];
        uint32_t a;
        uint32_t b;

        if (rule && !rule(choice, street))
            continue;
        a = union_find_root(choice->parent, street->a);
        b = union_find_root(choice->parent, street->b);
        if (a != b && choice->asked[a] + choice->asked[b] >= least_asked)
            take_joining(choice, candidate, a, b);
    }
}

static void close_loops(struct choice *choice)
{
    for (uint32_t i = 0; i < choice->count; i++) {
        uint32_t candidate = choice->order[i];

        if (!choice->taken[candidate] &&
            both_ask(choice, &choice->street[candidate]))
            take(choice, candidate);
    }
}

/* Takes a sample of the candidates that the rule allows; each one taken may
 * exclude others. */
static void take_some_more(struct choice *choice, uint32_t wanted, rule_fn rule,
                           uint64_t seed)
{
    uint32_t missing = wanted > choice->kept ? wanted - choice->kept : 0;
    struct sample sample;
    uint32_t all = 0;

    for (uint32_t i = 0; i < choice->count && missing; i++)
        all += may_take(choice, i, rule);
    sample = sample_of(missing, all, seed);
    for (uint32_t i = 0; i < choice->count && sample.wanted; i++) {
        if (may_take(choice, i, rule) && sample_next(&sample))
            take(choice, i);
    }
}

/* How many crossings of five or more are still missing. A street that later
 * becomes one-way has one end without an exit, so of crossings with five
 * streets about 1 - 5 * one_way_share / 2 keep out-degree 5. */
static uint32_t squares_missing(const struct choice *choice,
                                uint32_t vertex_count,
                                const struct model *model)
{
    double stays = 1 - SQUARE_STREETS * model->one_way_share / 2;
    double wanted = model->degree_share[SQUARE_STREETS] * vertex_count / stays;
    uint32_t squares = 0;

    for (uint32_t v = 0; v < vertex_count; v++)
        squares += choice->degree[v] >= SQUARE_STREETS;
    return wanted > squares ? (uint32_t)(wanted - squares) : 0;
}

int streets_choose(struct streets *streets, uint32_t vertex_count,
                   const struct model *model, uint32_t wanted, uint64_t seed)
{
    struct choice choice;
    uint32_t missing;
    int r = choice_init(&choice, streets, vertex_count, model, seed);

    if (!r) {
        take_main_roads(&choice);
        join_parts(&choice, both_ask, 3);
        join_parts(&choice, has_room, 0);
        join_parts(&choice, NULL, 0);
        close_loops(&choice);
        missing = squares_missing(&choice, vertex_count, model);
        take_some_more(&choice, choice.kept + missing, makes_square, seed + 4);
        take_some_more(&choice, wanted, one_asks_with_room, seed + 1);
        take_some_more(&choice, wanted, has_room, seed + 2);
        take_some_more(&choice, wanted, NULL, seed + 3);
        streets->count = 0;
        for (uint32_t i = 0; i < choice.count; i++) {
            if (choice.taken[i])
                streets->street[streets->count++] = choice.street[i];
        }
    }
    free(choice.order);
    free(choice.taken);
    free(choice.want);
    free(choice.degree);
    free(choice.parent);
    free(choice.asked);
    return r;
}
