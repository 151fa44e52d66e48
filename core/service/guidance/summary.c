/* summary: what a leg goes by, in a few names. */
#include "core/service/guidance/summary.h"

#include <stdlib.h>

static int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_name(const void *a, const void *b)
{
    const struct summary_part *first = a;
    const struct summary_part *second = b;
    int r = compare_u64(first->name, second->name);

    r = r ? r : compare_u64(first->ref, second->ref);
    return r ? r : compare_u64(first->place, second->place);
}

/* Parts of one name become the first of them. */
static size_t merge_names(struct summary_part *parts, size_t count)
{
    size_t kept = 0;

    qsort(parts, count, sizeof(*parts), by_name);
    for (size_t i = 0; i < count; i++) {
        struct summary_part *last = kept ? &parts[kept - 1] : NULL;

        if (!parts[i].name && !parts[i].ref)
            continue;
        if (last && last->name == parts[i].name && last->ref == parts[i].ref)
            last->duration_ms += parts[i].duration_ms;
        else
            parts[kept++] = parts[i];
    }
    return kept;
}

static bool is_longer(const struct summary_part *a,
                      const struct summary_part *b)
{
    return a->duration_ms > b->duration_ms ||
           (a->duration_ms == b->duration_ms && a->place < b->place);
}

static uint32_t title(const struct summary_part *part)
{
    if (!part)
        return 0;
    return part->name ? part->name : part->ref;
}

void summary_of(struct summary_part *parts, size_t count,
                uint32_t ret_names[SUMMARY_NAMES])
{
    const struct summary_part *best = NULL;
    const struct summary_part *second = NULL;
    bool swapped;

    count = merge_names(parts, count);
    for (size_t i = 0; i < count; i++) {
        if (!best || is_longer(&parts[i], best)) {
            second = best;
            best = &parts[i];
        } else if (!second || is_longer(&parts[i], second)) {
            second = &parts[i];
        }
    }
    swapped = second && second->place < best->place;
    ret_names[0] = title(swapped ? second : best);
    ret_names[1] = title(swapped ? best : second);
}
