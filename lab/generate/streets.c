/* streets: what the land offers, and what a street is. */
#include "lab/generate/streets.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/map.h"
#include "lab/generate/noise.h"
#include "lab/generate/sample.h"

enum { PRIORITY_LAST = 255 };

double street_length(const struct street *street, const struct point *site)
{
    double dx = site[street->a].x - site[street->b].x;
    double dy = site[street->a].y - site[street->b].y;

    return sqrt(dx * dx + dy * dy);
}

int streets_add(struct streets *streets, struct street street)
{
    void *items = streets->street;

    if (streets->count == UINT32_MAX)
        return -EOVERFLOW;
    if (array_reserve(&items, &streets->capacity, (size_t)streets->count + 1,
                      sizeof(street)))
        return -ENOMEM;
    streets->street = items;
    streets->street[streets->count++] = street;
    return 0;
}

/* Turns contacts into candidates. */
struct finder {
    struct contact_taker base;
    struct streets *streets;
    const struct rivers *rivers;
    const struct point *site;
    uint64_t seed;
    double bridges; /* due so far; begins with a chance */
};

/* Candidates that are short for where they are, and meet a long border, come
 * first; chance blurs it. In [0, 1), mostly. */
static double rank(const struct finder *finder, const struct contact *contact,
                   double length)
{
    double size = sqrt(contact->size_a * contact->size_b);
    double border = contact->overlap / fmin(contact->size_a, contact->size_b);
    double chance = noise_unit(finder->seed, finder->streets->count);

    return 0.25 * length / size + 0.2 * (1 - fmin(border, 1)) + 0.3 * chance;
}

/* Bridges come at even steps among the candidates that cross a river, which
 * follow each other roughly as they lie: drawn one by one, they left a small
 * map much deeper or less deep than the real one by chance. */
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
