/* ledger: layers, their collections, named models, and what changes do to
 * them. */
#include "core/weighting/ledger.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/base/text.h"

/* ---- Life ---------------------------------------------------------------- */

static void layer_finish(struct layer *layer)
{
    for (size_t i = 0; i < layer->count; i++)
        weight_rows_release(layer->collection[i].rows);
    free(layer->collection);
}

/* Nothing fails: room was made. */
static void remove_layer(struct ledger *ledger, size_t at)
{
    layer_finish(&ledger->layer[at]);
    ledger->count--;
    memmove(&ledger->layer[at], &ledger->layer[at + 1],
            (ledger->count - at) * sizeof(*ledger->layer));
}

/* NULL: no memory. */
static struct layer *insert_layer(struct ledger *ledger, size_t at,
                                  const char *scenario)
{
    struct layer layer = {.count = 0};

    if (array_reserve(&ledger->layer, &ledger->capacity, ledger->count + 1,
                      sizeof(layer)))
        return NULL;
    strcpy(layer.scenario, scenario);
    memmove(&ledger->layer[at + 1], &ledger->layer[at],
            (ledger->count - at) * sizeof(layer));
    ledger->layer[at] = layer;
    ledger->count++;
    return &ledger->layer[at];
}

static struct ledger *create(void)
{
    struct ledger *ledger = calloc(1, sizeof(*ledger));

    if (ledger)
        atomic_init(&ledger->references, 1);
    return ledger;
}

struct ledger *ledger_create(void)
{
    struct ledger *ledger = create();

    if (!ledger || insert_layer(ledger, 0, ""))
        return ledger;
    ledger_release(ledger);
    return NULL;
}

static int copy_layer(struct ledger *fork, const struct layer *layer)
{
    struct layer *copy = insert_layer(fork, fork->count, layer->scenario);

    if (!copy || array_reserve(&copy->collection, &copy->capacity, layer->count,
                               sizeof(*copy->collection)))
        return -ENOMEM;
    copy->epoch = layer->epoch;
    for (; copy->count < layer->count; copy->count++) {
        copy->collection[copy->count] = layer->collection[copy->count];
        weight_rows_acquire(copy->collection[copy->count].rows);
    }
    return 0;
}

struct ledger *ledger_fork(const struct ledger *ledger)
{
    struct ledger *fork = create();
    int r = fork ? 0 : -ENOMEM;

    for (size_t i = 0; !r && i < ledger->count; i++)
        r = copy_layer(fork, &ledger->layer[i]);
    if (r) {
        ledger_release(fork);
        return NULL;
    }
    fork->epoch = ledger->epoch + 1;
    fork->order = ledger->order;
    fork->models = model_shelf_acquire(ledger->models);
    return fork;
}

struct ledger *ledger_acquire(struct ledger *ledger)
{
    atomic_fetch_add_explicit(&ledger->references, 1, memory_order_relaxed);
    return ledger;
}

void ledger_release(struct ledger *ledger)
{
    if (!ledger || atomic_fetch_sub(&ledger->references, 1) != 1)
        return;
    for (size_t i = 0; i < ledger->count; i++)
        layer_finish(&ledger->layer[i]);
    free(ledger->layer);
    model_shelf_release(ledger->models);
    free(ledger);
}

/* ---- Looking up ---------------------------------------------------------- */

/* The place of the scenario's layer, or where it would be. */
static size_t place_of(const struct ledger *ledger, const char *scenario)
{
    size_t at = 0;

    while (at < ledger->count &&
           strcmp(ledger->layer[at].scenario, scenario) < 0)
        at++;
    return at;
}

static struct layer *find_layer(const struct ledger *ledger,
                                const char *scenario)
{
    size_t at = place_of(ledger, scenario);

    return at < ledger->count && !strcmp(ledger->layer[at].scenario, scenario)
               ? &ledger->layer[at]
               : NULL;
}

const struct layer *ledger_layer(const struct ledger *ledger,
                                 const char *scenario)
{
    return find_layer(ledger, scenario);
}

static struct collection *find_collection(const struct layer *layer,
                                          const char *profile,
                                          enum weight_kind kind)
{
    for (size_t i = 0; i < layer->count; i++) {
        struct collection *collection = &layer->collection[i];

        if (collection->kind == kind && !strcmp(collection->profile, profile))
            return collection;
    }
    return NULL;
}

const struct collection *layer_find(const struct layer *layer,
                                    const char *profile, enum weight_kind kind)
{
    return find_collection(layer, profile, kind);
}

/* ---- Changes ------------------------------------------------------------- */

/* A change on its way. */
struct applying {
    struct ledger *ledger;
    struct weight_change *change;
    struct ledger_touches *touches;
    struct error *error;
};

static int no_memory(const struct applying *applying)
{
    return error_no_memory(applying->error);
}

/* The collection, with rows that are this ledger's own. NULL: no memory. */
static struct collection *
own_collection(struct layer *layer, const char *profile, enum weight_kind kind)
{
    struct collection *found = find_collection(layer, profile, kind);
    struct collection made = {.kind = kind};
    struct weight_rows *rows =
        found ? weight_rows_fork(found->rows) : weight_rows_create();

    if (!rows)
        return NULL;
    if (found) {
        weight_rows_release(found->rows);
        found->rows = rows;
        return found;
    }
    strcpy(made.profile, profile);
    made.rows = rows;
    if (array_append(&layer->collection, &layer->count, &layer->capacity, &made,
                     sizeof(made))) {
        weight_rows_release(rows);
        return NULL;
    }
    return &layer->collection[layer->count - 1];
}

/* NULL: no memory. */
static struct ledger_touch *add_touch(const struct applying *applying,
                                      const struct layer *layer,
                                      const struct collection *collection)
{
    struct ledger_touches *touches = applying->touches;
    struct ledger_touch touch = {.kind = collection->kind};

    strcpy(touch.scenario, layer->scenario);
    strcpy(touch.profile, collection->profile);
    if (array_append(&touches->touch, &touches->count, &touches->capacity,
                     &touch, sizeof(touch)))
        return NULL;
    return &touches->touch[touches->count - 1];
}

static void mark(const struct applying *applying, struct layer *layer,
                 struct collection *collection)
{
    weight_rows_settle(collection->rows);
    collection->epoch = layer->epoch = applying->ledger->epoch;
}

/* Rows that a thread numbers at a time. */
enum { NUMBERED = 1 << 16 };

struct numbering {
    struct weight_row *row;
    size_t count;
    uint64_t before; /* the number before the first */
    uint32_t ends_s; /* 0: rows keep their own */
};

static int number_part(void *context, size_t part, struct error *error)
{
    const struct numbering *numbering = context;
    size_t end = size_min((part + 1) * NUMBERED, numbering->count);

    (void)error;
    for (size_t i = part * NUMBERED; i < end; i++) {
        numbering->row[i].order = numbering->before + i + 1;
        if (numbering->ends_s)
            numbering->row[i].ends_s = numbering->ends_s;
    }
    return 0;
}

static void number_rows(struct ledger *ledger, struct weight_row *row,
                        size_t count, uint32_t ends_s)
{
    struct numbering numbering = {row, count, ledger->order, ends_s};

    parallel_run(parallel_thread_count(), size_divide_up(count, NUMBERED),
                 number_part, &numbering, NULL);
    ledger->order += count;
}

static int patch(const struct applying *applying, struct layer *layer,
                 struct collection *collection)
{
    const struct weight_list *rows = &applying->change->rows;
    struct ledger_touch *touch = add_touch(applying, layer, collection);

    if (!touch || weight_rows_put(collection->rows, rows->row, rows->count))
        return no_memory(applying);
    touch->put = rows->count ? rows->row : NULL;
    touch->put_count = rows->count;
    return 0;
}

static bool has_row(const struct weight_rows *rows, size_t place,
                    const struct weight_row *like)
{
    const struct weight_row *row =
        place < weight_rows_end(rows) ? weight_rows_at(rows, place) : NULL;

    return (row && weight_key_equal(&row->key, &like->key)) ||
           weight_rows_find(rows, &like->key);
}

/* Adds rows of the old version that the new one lacks; most have kept their
 * places. */
static int list_gone(const struct weight_rows *old,
                     const struct weight_rows *rows, struct weight_list *gone)
{
    int r = 0;

    for (size_t i = 0; !r && i < weight_rows_end(old); i++) {
        const struct weight_row *row = weight_rows_at(old, i);

        if (row && (!rows || !has_row(rows, i, row)))
            r = weight_list_add(gone, row);
    }
    return r;
}

/* CHANGE_CLEAR: by nothing. */
static int replace(const struct applying *applying, struct layer *layer,
                   struct collection *collection)
{
    const struct weight_change *change = applying->change;
    size_t count = change->operation == CHANGE_PUT ? change->rows.count : 0;
    struct weight_rows *old = collection->rows;
    struct ledger_touch *touch = add_touch(applying, layer, collection);
    bool alike = false;
    int r = 0;

    collection->rows =
        weight_rows_replace(old, change->rows.row, count, &alike);
    if (!touch || !collection->rows ||
        (!alike && list_gone(old, collection->rows, &touch->removed)))
        r = no_memory(applying);
    if (!r && count) {
        touch->put = change->rows.row;
        touch->put_count = count;
    }
    weight_rows_release(old);
    return r;
}

static int remove_rows(const struct applying *applying, struct layer *layer,
                       struct collection *collection,
                       const struct weight_list *rows)
{
    struct ledger_touch *touch = add_touch(applying, layer, collection);
    int r = touch ? 0 : -ENOMEM;

    for (size_t i = 0; !r && i < rows->count; i++) {
        struct weight_row gone;

        r = weight_rows_remove(collection->rows, &rows->row[i].key, &gone);
        if (!r)
            r = weight_list_add(&touch->removed, &gone);
        else if (r == -ENOENT)
            r = 0;
    }
    return r ? no_memory(applying) : 0;
}

static int change_collection(const struct applying *applying,
                             struct layer *layer)
{
    struct weight_change *change = applying->change;
    struct collection *collection =
        own_collection(layer, change->profile, change->kind);
    int r;

    if (!collection)
        return no_memory(applying);
    number_rows(applying->ledger, change->rows.row, change->rows.count,
                change->ends_s);
    if (change->operation == CHANGE_PATCH)
        r = patch(applying, layer, collection);
    else if (change->operation == CHANGE_DELETE)
        r = remove_rows(applying, layer, collection, &change->rows);
    else
        r = replace(applying, layer, collection);
    if (!r)
        mark(applying, layer, collection);
    return r;
}

int ledger_refuse_scenario(const struct ledger *ledger, const char *name,
                           struct error *error)
{
    char names[ERROR_TEXT_SIZE / 2] = "";

    for (size_t i = 1; ledger && i < ledger->count; i++)
        text_list_add(names, sizeof(names), ledger->layer[i].scenario);
    return error_set(error, -ENOENT, "no scenario is called '%.64s'; %s%s",
                     name, *names ? "there are: " : "there is none", names);
}

int ledger_check_room(const struct ledger *ledger, const char *scenario,
                      size_t scenarios_max, struct error *error)
{
    if (ledger->count <= scenarios_max || ledger_layer(ledger, scenario))
        return 0;
    return error_set(error, -ENOSPC,
                     "scenario '%s' would be one more than %zu "
                     "(weights.scenarios-max)",
                     scenario, scenarios_max);
}

/* The first row makes a scenario. */
static int change_layer(const struct applying *applying, size_t scenarios_max)
{
    struct weight_change *change = applying->change;
    struct layer *layer = find_layer(applying->ledger, change->scenario);
    bool writes =
        change->operation == CHANGE_PATCH || change->operation == CHANGE_PUT;

    if (!layer && !writes)
        return ledger_refuse_scenario(applying->ledger, change->scenario,
                                      applying->error);
    if (ledger_check_room(applying->ledger, change->scenario, scenarios_max,
                          applying->error))
        return -ENOSPC;
    if (!layer)
        layer = insert_layer(applying->ledger,
                             place_of(applying->ledger, change->scenario),
                             change->scenario);
    return layer ? change_collection(applying, layer) : no_memory(applying);
}

static int expire_collection(const struct applying *applying,
                             struct layer *layer, size_t at, uint32_t now_s)
{
    struct collection *collection = &layer->collection[at];
    struct weight_list ended = {0};
    int r;

    if (weight_rows_first_end(collection->rows) > now_s)
        return 0;
    if (weight_rows_ended(collection->rows, now_s, &ended)) {
        weight_list_finish(&ended);
        return no_memory(applying);
    }
    collection = own_collection(layer, collection->profile, collection->kind);
    r = collection ? remove_rows(applying, layer, collection, &ended)
                   : no_memory(applying);
    if (!r)
        mark(applying, layer, collection);
    weight_list_finish(&ended);
    return r;
}

int ledger_expire(struct ledger *fork, uint32_t now_s,
                  struct ledger_touches *touches, struct error *error)
{
    struct applying applying = {fork, NULL, touches, error};
    int r = 0;

    for (size_t i = 0; !r && i < fork->count; i++) {
        for (size_t j = 0; !r && j < fork->layer[i].count; j++)
            r = expire_collection(&applying, &fork->layer[i], j, now_s);
    }
    return r;
}

static int publish_collection(const struct applying *applying,
                              const struct collection *from)
{
    struct layer *live = &applying->ledger->layer[0];
    struct collection *to = own_collection(live, from->profile, from->kind);
    struct ledger_touch *touch = to ? add_touch(applying, live, to) : NULL;

    if (!touch || list_gone(from->rows, NULL, &touch->owned))
        return no_memory(applying);
    weight_list_sort(&touch->owned);
    number_rows(applying->ledger, touch->owned.row, touch->owned.count, 0);
    touch->put = touch->owned.row;
    touch->put_count = touch->owned.count;
    if (weight_rows_put(to->rows, touch->put, touch->put_count))
        return no_memory(applying);
    mark(applying, live, to);
    return 0;
}

static int end_scenario(const struct applying *applying)
{
    struct ledger *ledger = applying->ledger;
    size_t at = place_of(ledger, applying->change->scenario);
    struct layer *layer = find_layer(ledger, applying->change->scenario);
    int r = 0;

    if (!layer || at == 0)
        return ledger_refuse_scenario(ledger, applying->change->scenario,
                                      applying->error);
    for (size_t i = 0; !r && applying->change->operation == CHANGE_PUBLISH &&
                       i < layer->count;
         i++)
        r = publish_collection(applying, &layer->collection[i]);
    if (!r)
        remove_layer(ledger, at);
    return r;
}

/* ---- Models -------------------------------------------------------------- */

static void put_shelf(struct ledger *ledger, struct model_shelf *next)
{
    model_shelf_release(ledger->models);
    ledger->models = next;
}

static int put_model(const struct applying *applying)
{
    struct ledger *ledger = applying->ledger;
    const struct weight_change *change = applying->change;

    if (ledger->models && ledger->models->count >= MODELS_MAX &&
        !model_shelf_find(ledger->models, change->model))
        return error_set(applying->error, -ENOSPC,
                         "model '%s' would be one more than %d of a map",
                         change->model, MODELS_MAX);
    return ledger_restore_model(ledger, change->model, ledger->epoch,
                                change->text, change->text_bytes)
               ? no_memory(applying)
               : 0;
}

static int refuse_model(const struct applying *applying)
{
    const struct model_shelf *shelf = applying->ledger->models;
    char names[ERROR_TEXT_SIZE / 2] = "";

    for (size_t i = 0; shelf && i < shelf->count; i++)
        text_list_add(names, sizeof(names), shelf->model[i].name);
    return error_set(applying->error, -ENOENT,
                     "no model of the map is called '%.64s'; there %s%s",
                     applying->change->model, *names ? "are: " : "is none",
                     names);
}

static int drop_model(const struct applying *applying)
{
    struct ledger *ledger = applying->ledger;
    const char *name = applying->change->model;
    struct model_shelf *next;

    if (!model_shelf_find(ledger->models, name))
        return refuse_model(applying);
    if (model_shelf_remove(ledger->models, name, &next))
        return no_memory(applying);
    put_shelf(ledger, next);
    return 0;
}

int ledger_restore_model(struct ledger *ledger, const char *name,
                         uint64_t epoch, const void *text, size_t size)
{
    struct model_shelf *next;

    if (model_shelf_put(ledger->models, name, epoch, text, size, &next))
        return -ENOMEM;
    put_shelf(ledger, next);
    return 0;
}

/* ---- All ----------------------------------------------------------------- */

int ledger_apply(struct ledger *fork, struct weight_change *change,
                 size_t scenarios_max, struct ledger_touches *touches,
                 struct error *error)
{
    struct applying applying = {fork, change, touches, error};

    switch (change->operation) {
    case CHANGE_PATCH:
    case CHANGE_PUT:
    case CHANGE_DELETE:
    case CHANGE_CLEAR:
        return change_layer(&applying, scenarios_max);
    case CHANGE_EXPIRE:
        return ledger_expire(fork, change->ends_s, touches, error);
    case CHANGE_PUBLISH:
    case CHANGE_DROP:
        return end_scenario(&applying);
    case CHANGE_MODEL:
        return put_model(&applying);
    case CHANGE_DROP_MODEL:
        return drop_model(&applying);
    }
    return error_set(error, -EINVAL, "no change has the number %d",
                     change->operation);
}

int ledger_restore(struct ledger *ledger, const char *scenario,
                   uint64_t layer_epoch, const struct collection *like,
                   const struct weight_row *row, size_t count)
{
    struct layer *layer = find_layer(ledger, scenario);
    struct collection *collection;

    if (!layer)
        layer = insert_layer(ledger, place_of(ledger, scenario), scenario);
    if (!layer)
        return -ENOMEM;
    layer->epoch = layer_epoch;
    if (!like)
        return 0;
    collection = own_collection(layer, like->profile, like->kind);
    if (!collection || weight_rows_put(collection->rows, row, count))
        return -ENOMEM;
    collection->epoch = like->epoch;
    return 0;
}

uint32_t ledger_first_end(const struct ledger *ledger)
{
    uint32_t first = UINT32_MAX;

    for (size_t i = 0; i < ledger->count; i++) {
        for (size_t j = 0; j < ledger->layer[i].count; j++) {
            uint32_t end =
                weight_rows_first_end(ledger->layer[i].collection[j].rows);

            if (end < first)
                first = end;
        }
    }
    return first;
}

void ledger_touches_finish(struct ledger_touches *touches)
{
    for (size_t i = 0; i < touches->count; i++) {
        weight_list_finish(&touches->touch[i].removed);
        weight_list_finish(&touches->touch[i].owned);
    }
    free(touches->touch);
    *touches = (struct ledger_touches){0};
}
