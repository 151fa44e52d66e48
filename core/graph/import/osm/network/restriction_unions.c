/* restriction_unions: several restrictions of one past as one. */
#include "core/graph/import/osm/network/restriction_unions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

static int compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_pasts(const struct restriction_list *list,
                         const struct restriction *one,
                         const struct restriction *other)
{
    int order = compare(one->from, other->from);

    if (!order)
        order = compare(one->via_count, other->via_count);
    for (uint32_t i = 0; i < one->via_count && !order; i++)
        order = compare(restriction_via(list, one)[i],
                        restriction_via(list, other)[i]);
    return order;
}

/* No_ restrictions first; by their pasts. */
static int compare_items(const void *a, const void *b, void *context)
{
    const struct restriction *one = a;
    const struct restriction *other = b;

    if (one->only != other->only)
        return one->only ? 1 : -1;
    return compare_pasts(context, one, other);
}

static int compare_darts(const void *a, const void *b)
{
    return compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

/* Ascending, each once; how many are left. */
static uint32_t keep_once(uint32_t *dart, size_t count)
{
    uint32_t kept = 0;

    qsort(dart, count, sizeof(*dart), compare_darts);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || dart[i] != dart[i - 1])
            dart[kept++] = dart[i];
    }
    return kept;
}

/* All parts of the first item, then where the others lead. */
static int unite(struct restriction_list *list, struct restriction *item,
                 size_t count)
{
    size_t first = list->part_count;
    size_t parts = item->via_count;
    int r;

    for (size_t i = 0; i < count; i++)
        parts += item[i].to_count;
    r = array_reserve((void **)&list->part, &list->part_capacity, first + parts,
                      sizeof(*list->part));
    if (r)
        return r;
    memcpy(list->part + first, restriction_via(list, item),
           item->via_count * sizeof(*list->part));
    list->part_count += item->via_count;
    for (size_t i = 0; i < count; i++) {
        memcpy(list->part + list->part_count, restriction_to(list, &item[i]),
               item[i].to_count * sizeof(*list->part));
        list->part_count += item[i].to_count;
    }
    item->first_part = first;
    item->to_count = keep_once(list->part + first + item->via_count,
                               parts - item->via_count);
    list->part_count = first + item->via_count + item->to_count;
    return 0;
}

/* How many items from `first` on are of one kind and past. */
static size_t count_alike(const struct restriction_list *list, size_t first)
{
    const struct restriction *item = &list->item[first];
    size_t count = 1;

    while (first + count < list->count && item->only == item[count].only &&
           compare_pasts(list, item, &item[count]) == 0)
        count++;
    return count;
}

int restriction_unions_make(struct restriction_list *list)
{
    size_t kept = 0;
    size_t alike;
    int r = 0;

    if (list->count > 0)
        qsort_r(list->item, list->count, sizeof(*list->item), compare_items,
                list);
    for (size_t i = 0; i < list->count && !r; i += alike) {
        alike = count_alike(list, i);
        if (alike > 1)
            r = unite(list, &list->item[i], alike);
        list->item[kept++] = list->item[i];
    }
    list->count = r ? list->count : kept;
    return r;
}
