/* map_verify_arcs: whether each arc's entry of a hierarchy is where the weight
 * from its tail to its head belongs, and all of them are sorted. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>

#include "core/graph/map_file/map_verify.h"

/* Whether the words of the panels at `entry` are those from `tail` to `head`,
 * which differ; hierarchy.h draws the panel. The entry itself says which upper
 * it is of, so that none has to be searched for. */
static bool entry_fits(const struct hierarchy *h, uint64_t entry, uint32_t tail,
                       uint32_t head)
{
    uint32_t low = tail < head ? tail : head;
    uint32_t high = tail < head ? head : tail;
    uint32_t s = h->supernode[low];
    uint32_t first = h->first_vertex[s];
    uint64_t size = supernode_size(h, s);
    uint64_t uppers = supernode_uppers(h, s);
    uint64_t row = low - first;
    uint64_t at = entry - h->first_entry[s];
    uint64_t begin; /* words before those of its row and the uppers */

    if (high - first < size)
        return at == (tail - first) * (size + uppers) + (head - first);
    begin = low == tail ? row * (size + uppers) + size
                        : size * (size + uppers) + row * uppers;
    return at >= begin && at - begin < uppers &&
           h->upper[h->first_upper[s] + (at - begin)] == high;
}

static int refuse_entry(const struct hierarchy_check *check, uint32_t arc,
                        uint32_t tail, struct error *error)
{
    const struct hierarchy *h = check->hierarchy;

    error_set(error, -EINVAL,
              "arc %" PRIu32 " from vertex %" PRIu32 " to %" PRIu32
              " does not belong at word %" PRIu64,
              arc, tail, check->topology->head[arc], h->arc_entry[arc]);
    return hierarchy_blame(check, "arc_entry", &h->arc_entry[arc], error);
}

static int check_entries(const struct hierarchy_check *check, uint32_t begin,
                         uint32_t end, struct error *error)
{
    const struct topology *topology = check->topology;
    const struct hierarchy *h = check->hierarchy;

    for (uint32_t v = begin; v < end; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            uint32_t head = topology->head[a];

            if (head == v ? h->arc_entry[a] != ENTRY_NONE
                          : !entry_fits(h, h->arc_entry[a], v, head))
                return refuse_entry(check, a, v, error);
        }
    }
    return 0;
}

/* Strictly ascending pairs of entry and arc mean that no arc is listed twice,
 * so that as many as there are arcs are all of them. */
static int check_sorted(const struct hierarchy_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    const uint32_t *arcs = h->arc_by_entry;
    uint32_t count = check->topology->arc_count;

    for (uint32_t i = begin; i < end; i++) {
        uint32_t arc = arcs[i];
        uint32_t before = i ? arcs[i - 1] : 0;

        if (arc < count &&
            (!i ||
             (before < count &&
              (h->arc_entry[before] < h->arc_entry[arc] ||
               (h->arc_entry[before] == h->arc_entry[arc] && before < arc)))))
            continue;
        error_set(error, -EINVAL,
                  "arc %" PRIu32 " of %" PRIu32 ", or not after arc %" PRIu32
                  " by their entries",
                  arc, count, before);
        return hierarchy_blame(check, "arc_by_entry", &arcs[i], error);
    }
    return 0;
}

int hierarchy_check_arcs(const struct hierarchy_check *check,
                         struct error *error)
{
    int r = hierarchy_check_all(check, check->topology->vertex_count,
                                check_entries, error);

    return r ? r
             : hierarchy_check_all(check, check->topology->arc_count,
                                   check_sorted, error);
}
