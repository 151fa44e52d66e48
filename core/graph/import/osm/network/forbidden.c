/* forbidden: restrictions as forbidden turns and sequences of edges. */
#include "core/graph/import/osm/network/forbidden.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

bool restriction_leads_to(const struct restriction_list *list,
                          const struct restriction *item,
                          const struct pieces *pieces, uint32_t edge)
{
    const uint32_t *to = restriction_to(list, item);

    for (uint32_t i = 0; i < item->to_count; i++) {
        if (dart_edge(pieces, to[i]) == edge)
            return true;
    }
    return false;
}

struct banning {
    const struct restriction_list *list;
    const struct pieces *pieces;
    const struct arms *arms;
    const struct road_network *network;
    struct turn_ban *ban;
    size_t count;
    size_t capacity;
};

static int ban(struct banning *banning, uint32_t from, uint32_t to)
{
    int r = array_reserve((void **)&banning->ban, &banning->capacity,
                          banning->count + 1, sizeof(*banning->ban));

    if (!r)
        banning->ban[banning->count++] = (struct turn_ban){from, to};
    return r;
}

static int ban_others(struct banning *banning, const struct restriction *item,
                      uint32_t from)
{
    const struct road_leaving *leaving = &banning->arms->leaving;
    uint32_t junction = road_network_head(banning->network, from);
    int r = 0;

    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1] && !r; i++) {
        if (!restriction_leads_to(banning->list, item, banning->pieces,
                                  leaving->edge[i]))
            r = ban(banning, from, leaving->edge[i]);
    }
    return r;
}

static int ban_each(struct banning *banning, const struct restriction *item,
                    uint32_t from)
{
    const uint32_t *to = restriction_to(banning->list, item);
    int r = 0;

    for (uint32_t i = 0; i < item->to_count && !r; i++)
        r = ban(banning, from, dart_edge(banning->pieces, to[i]));
    return r;
}

static int compare_bans(const void *a, const void *b)
{
    const struct turn_ban *one = a;
    const struct turn_ban *other = b;

    if (one->from_edge != other->from_edge)
        return one->from_edge < other->from_edge ? -1 : 1;
    if (one->to_edge != other->to_edge)
        return one->to_edge < other->to_edge ? -1 : 1;
    return 0;
}

/* Ascending, each once. */
static void order_bans(struct banning *banning)
{
    size_t kept = 0;

    if (banning->count == 0)
        return;
    qsort(banning->ban, banning->count, sizeof(*banning->ban), compare_bans);
    for (size_t i = 0; i < banning->count; i++) {
        if (i == 0 || compare_bans(&banning->ban[kept - 1], &banning->ban[i]))
            banning->ban[kept++] = banning->ban[i];
    }
    banning->count = kept;
}

int forbidden_turns(const struct restriction_list *list,
                    const struct pieces *pieces, const struct arms *arms,
                    const struct road_network *network,
                    struct turn_ban **ret_bans, size_t *ret_count)
{
    struct banning banning = {list, pieces, arms, network, NULL, 0, 0};
    int r = 0;

    for (size_t i = 0; i < list->count && !r; i++) {
        const struct restriction *item = &list->item[i];
        uint32_t from = dart_edge(pieces, item->from);

        if (item->via_count == 0)
            r = item->only ? ban_others(&banning, item, from)
                           : ban_each(&banning, item, from);
    }
    if (r) {
        free(banning.ban);
        return r;
    }
    order_bans(&banning);
    *ret_bans = banning.ban;
    *ret_count = banning.count;
    return 0;
}
