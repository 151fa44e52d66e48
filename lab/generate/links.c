/* links: which centres a level of roads, or a railway, should join. */
#include "lab/generate/links.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/array.h"

static int add(struct links *links, struct link link)
{
    void *items = links->link;

    if (array_reserve(&items, &links->capacity, links->count + 1, sizeof(link)))
        return -ENOMEM;
    links->link = items;
    links->link[links->count++] = link;
    return 0;
}

static int add_crossings(struct links *links, const struct network *network,
                         const struct territories *territories,
                         enum road_class least_class)
{
    for (uint32_t i = 0; i < network->streets->count; i++) {
        const struct street *street = &network->streets->street[i];
        uint32_t a = territories->centre[street->a];
        uint32_t b = territories->centre[street->b];
        struct link link = {a < b ? a : b, a < b ? b : a, 0, i};

        if (a == b || a == CENTRE_NONE || b == CENTRE_NONE ||
            !network_open(network, i, least_class))
            continue;
        link.length = territories->length[street->a] +
                      territories->length[street->b] +
                      network_length(network, i);
        if (add(links, link))
            return -ENOMEM;
    }
    return 0;
}

static int compare(const void *a, const void *b)
{
    const struct link *x = a;
    const struct link *y = b;

    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return (x->street > y->street) - (x->street < y->street);
}

/* Of sorted links, the shortest of each pair. */
static void keep_shortest(struct links *links)
{
    size_t kept = 0;

    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->link[i];

        if (kept == 0 || links->link[kept - 1].a != link->a ||
            links->link[kept - 1].b != link->b)
            links->link[kept++] = *link;
    }
    links->count = kept;
}

/* Neighbours of every centre with the lengths. */
struct neighbours {
    uint32_t *first; /* [centre_count + 2] */
    struct neighbour {
        uint32_t centre;
        uint32_t length;
    } * item;
};

static int neighbours_init(struct neighbours *neighbours,
                           const struct links *links, uint32_t centre_count)
{
    uint32_t *first = array_zero((size_t)centre_count + 2, sizeof(*first));
    struct neighbour *item = array_alloc(2 * links->count, sizeof(*item));

    *neighbours = (struct neighbours){first, item};
    if (!first || !item)
        return -ENOMEM;
    for (size_t i = 0; i < links->count; i++) {
        first[links->link[i].a + 2]++;
        first[links->link[i].b + 2]++;
    }
    for (uint32_t c = 0; c < centre_count; c++)
        first[c + 2] += first[c + 1];
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->link[i];

        item[first[link->a + 1]++] = (struct neighbour){link->b, link->length};
        item[first[link->b + 1]++] = (struct neighbour){link->a, link->length};
    }
    return 0;
}

static void neighbours_finish(struct neighbours *neighbours)
{
    free(neighbours->first);
    free(neighbours->item);
}

static bool has_nearer(const struct neighbours *neighbours, uint32_t of,
                       uint32_t centre, uint32_t length)
{
    for (uint32_t i = neighbours->first[of]; i < neighbours->first[of + 1];
         i++) {
        if (neighbours->item[i].centre == centre)
            return neighbours->item[i].length < length;
    }
    return false;
}

static bool goes_round(const struct neighbours *neighbours,
                       const struct link *link)
{
    for (uint32_t i = neighbours->first[link->a];
         i < neighbours->first[link->a + 1]; i++) {
        const struct neighbour *third = &neighbours->item[i];

        if (third->length < link->length &&
            has_nearer(neighbours, link->b, third->centre, link->length))
            return true;
    }
    return false;
}

static int prune(struct links *links, uint32_t centre_count)
{
    struct neighbours neighbours;
    int r = neighbours_init(&neighbours, links, centre_count);
    size_t kept = 0;

    for (size_t i = 0; i < links->count && !r; i++) {
        if (!goes_round(&neighbours, &links->link[i]))
            links->link[kept++] = links->link[i];
    }
    if (!r)
        links->count = kept;
    neighbours_finish(&neighbours);
    return r;
}

int links_init(struct links *links, const struct network *network,
               const struct territories *territories, uint32_t centre_count,
               enum road_class least_class)
{
    int r;

    *links = (struct links){0};
    r = add_crossings(links, network, territories, least_class);
    if (r || links->count == 0)
        return r;
    qsort(links->link, links->count, sizeof(*links->link), compare);
    keep_shortest(links);
    return prune(links, centre_count);
}

void links_finish(struct links *links)
{
    free(links->link);
    *links = (struct links){0};
}
