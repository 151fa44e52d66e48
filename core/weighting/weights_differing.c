#include "core/weighting/weights_differing.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"

/* Arcs that a thread compares at a time. */
enum { COMPARED = 1 << 14 };

struct comparing {
    const struct weights *a;
    const struct weights *b;
    size_t most;
    atomic_size_t differing;
    uint32_t *arc;   /* [arc_count] those of a part at its first one's index */
    uint32_t *count; /* [parts] */
};

static int compare_part(void *context, size_t part, struct error *error)
{
    struct comparing *comparing = context;
    const uint32_t *a = comparing->a->weight;
    const uint32_t *b = comparing->b->weight;
    uint32_t first = (uint32_t)part * COMPARED;
    uint32_t end =
        (uint32_t)size_min((size_t)first + COMPARED, comparing->a->arc_count);
    uint32_t count = first;

    (void)error;
    if (atomic_load(&comparing->differing) > comparing->most)
        return 0;
    for (uint32_t i = first; i < end; i++) {
        comparing->arc[count] = i;
        count += a[i] != b[i];
    }
    comparing->count[part] = count - first;
    atomic_fetch_add(&comparing->differing, count - first);
    return 0;
}

/* Closes the gaps between parts. */
static size_t join_parts(const struct comparing *comparing, size_t parts)
{
    size_t count = 0;

    for (size_t i = 0; i < parts; i++) {
        memmove(&comparing->arc[count], &comparing->arc[i * COMPARED],
                comparing->count[i] * sizeof(*comparing->arc));
        count += comparing->count[i];
    }
    return count;
}

int weights_differing(const struct weights *a, const struct weights *b,
                      size_t most, uint32_t **ret_arcs, size_t *ret_count)
{
    size_t parts = size_divide_up(a->arc_count, COMPARED);
    struct comparing comparing = {
        .a = a,
        .b = b,
        .most = most,
        .arc = array_alloc_huge(a->arc_count, sizeof(*comparing.arc)),
        .count = array_alloc(parts, sizeof(*comparing.count)),
    };
    bool has_memory = comparing.arc && comparing.count;

    *ret_arcs = NULL;
    if (has_memory)
        parallel_run(parallel_thread_count(), parts, compare_part, &comparing,
                     NULL);
    if (has_memory && comparing.differing <= most) {
        *ret_count = join_parts(&comparing, parts);
        *ret_arcs = comparing.arc;
    } else {
        array_recycle(comparing.arc);
    }
    free(comparing.count);
    return has_memory ? 0 : -ENOMEM;
}
