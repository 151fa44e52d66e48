/* snapshot: a ledger and its keys, record by record. */
#include "core/weighting/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/weighting/journal_format.h"

enum {
    SNAPSHOT_ROWS = 1 << 16, /* of a record */
    PUT_LEAST = 1 << 20,     /* bytes, but for the last ones */
};

struct snapshot {
    struct record_image image;
    uint64_t epoch;
    snapshot_put *put;
    void *context;
    struct error *error;
};

/* Hands on what there is. */
static int flush(struct snapshot *snapshot)
{
    struct record_image *image = &snapshot->image;
    int r = snapshot->put(snapshot->context, image->bytes, image->size,
                          snapshot->error);

    image->size = 0;
    return r;
}

static int put_record(struct snapshot *snapshot, enum record_type type,
                      const void *head, size_t head_size, const void *body,
                      size_t body_size)
{
    if (record_add(&snapshot->image,
                   &(struct record){.type = type, .epoch = snapshot->epoch},
                   (struct record_part[]){{head, head_size}, {body, body_size}},
                   2))
        return error_no_memory(snapshot->error);
    return snapshot->image.size < PUT_LEAST ? 0 : flush(snapshot);
}

static int put_rows(struct snapshot *snapshot, const struct layer *layer,
                    const struct collection *collection)
{
    struct rows_head head = {
        .kind = collection->kind,
        .layer_epoch = layer->epoch,
        .epoch = collection->epoch,
    };
    size_t end = weight_rows_end(collection->rows);
    struct weight_list list = {0};
    int r = 0;

    strcpy(head.scenario, layer->scenario);
    strcpy(head.profile, collection->profile);
    for (size_t place = 0; !r && (place < end || !place); place++) {
        const struct weight_row *row =
            place < end ? weight_rows_at(collection->rows, place) : NULL;

        if (row && weight_list_add(&list, row))
            r = error_no_memory(snapshot->error);
        if (r || (place + 1 < end && list.count < SNAPSHOT_ROWS))
            continue;
        head.rows = list.count;
        r = put_record(snapshot, RECORD_ROWS, &head, sizeof(head), list.row,
                       list.count * sizeof(*list.row));
        list.count = 0;
    }
    weight_list_finish(&list);
    return r;
}

static int put_layer(struct snapshot *snapshot, const struct layer *layer)
{
    struct layer_head head = {.epoch = layer->epoch};
    int r;

    strcpy(head.scenario, layer->scenario);
    r = put_record(snapshot, RECORD_LAYER, &head, sizeof(head), NULL, 0);
    for (size_t i = 0; !r && i < layer->count; i++)
        r = put_rows(snapshot, layer, &layer->collection[i]);
    return r;
}

static int put_model(struct snapshot *snapshot, const struct shelf_model *model)
{
    struct model_head head = {.epoch = model->epoch};

    strcpy(head.name, model->name);
    return put_record(snapshot, RECORD_MODEL, &head, sizeof(head),
                      model->text->text, model->text->size);
}

static int put_all(struct snapshot *snapshot, const struct ledger *ledger,
                   const struct known_key *keys, size_t key_count)
{
    struct begin_head head = {.order = ledger->order, .layers = ledger->count};
    struct stream_head stream = {ledger->beginning, ledger->entry};
    int r = snapshot->put(snapshot->context, JOURNAL_MAGIC, JOURNAL_MAGIC_SIZE,
                          snapshot->error);

    if (!r)
        r = put_record(snapshot, RECORD_BEGIN, &head, sizeof(head), NULL, 0);
    if (!r && ledger_follows(ledger))
        r = put_record(snapshot, RECORD_STREAM, &stream, sizeof(stream), NULL,
                       0);
    for (size_t i = 0; !r && i < ledger->count; i++)
        r = put_layer(snapshot, &ledger->layer[i]);
    for (size_t i = 0; !r && ledger->models && i < ledger->models->count; i++)
        r = put_model(snapshot, &ledger->models->model[i]);
    if (!r && key_count)
        r = put_record(snapshot, RECORD_KEYS, NULL, 0, keys,
                       key_count * sizeof(*keys));
    if (!r)
        r = put_record(snapshot, RECORD_END, NULL, 0, NULL, 0);
    return r ? r : flush(snapshot);
}

int snapshot_write(const struct ledger *ledger, const struct known_key *keys,
                   size_t key_count, snapshot_put *put, void *context,
                   struct error *error)
{
    struct snapshot snapshot = {
        .epoch = ledger->epoch,
        .put = put,
        .context = context,
        .error = error,
    };
    int r = put_all(&snapshot, ledger, keys, key_count);

    free(snapshot.image.bytes);
    return r;
}

int snapshot_read(const char *name, const void *bytes, size_t size,
                  struct key_book *keys, struct ledger **ret_ledger,
                  struct error *error)
{
    struct journal_bytes file = {
        .path = name, .bytes = bytes, .size = size, .is_snapshot = true};
    struct journal_opening opening = {.keys = keys, .ledger = ledger_create()};
    size_t whole;
    int r = opening.ledger ? journal_read_bytes(&file, &opening, &whole, error)
                           : error_no_memory(error);

    if (r)
        ledger_release(opening.ledger);
    else
        *ret_ledger = opening.ledger;
    return r;
}
