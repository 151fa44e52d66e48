/* map_pieces: the forms of one map on devices, each with a metric. */
#include "core/engine/map_pieces.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int map_pieces_init(struct map_pieces *pieces, size_t most)
{
    *pieces =
        (struct map_pieces){.list = array_alloc(most, sizeof(*pieces->list))};
    pthread_mutex_init(&pieces->lock, NULL);
    return pieces->list ? 0 : -ENOMEM;
}

static void piece_finish(struct piece *piece)
{
    if (piece->metric)
        piece->ops->metric_destroy(piece->metric);
    if (piece->prepared)
        piece->ops->prepared_destroy(piece->prepared);
}

void map_pieces_finish(struct map_pieces *pieces)
{
    for (size_t i = pieces->count; i-- > 0;)
        piece_finish(&pieces->list[i]);
    pthread_mutex_destroy(&pieces->lock);
    free(pieces->list);
}

struct piece *map_pieces_find(const struct map_pieces *pieces,
                              const struct form_ops *ops,
                              const struct device *device)
{
    for (size_t i = 0; i < pieces->count; i++) {
        if (pieces->list[i].ops == ops && pieces->list[i].device == device)
            return &pieces->list[i];
    }
    return NULL;
}

static int make(struct piece *piece, const struct map *map, struct error *error)
{
    const struct form_ops *ops = piece->ops;
    struct metric *metric;
    int r = ops->prepare(piece->device, map, &piece->prepared, error);

    if (r)
        return r;
    r = ops->customize(piece->prepared, &map->weights, &metric, error);
    if (r) {
        ops->prepared_destroy(piece->prepared);
        piece->prepared = NULL;
        return r;
    }
    metric_trim(metric);
    atomic_store_explicit(&piece->metric, metric, memory_order_release);
    return 0;
}

int piece_prepare(struct piece *piece, const struct map *map,
                  struct error *error)
{
    struct error words = {""};
    int r = make(piece, map, &words);

    if (r < 0)
        return error_set(error, r, "prepare %s on %s: %s", piece->ops->name,
                         piece->device->name, words.text);
    if (r == 0)
        return 0;
    piece->refusal = words;
    atomic_store_explicit(&piece->refused, true, memory_order_release);
    return error_set(error, r, "%s", words.text);
}
