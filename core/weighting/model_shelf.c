/* model_shelf: lists of names with texts, each made once. */
#include "core/weighting/model_shelf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Life ---------------------------------------------------------------- */

static struct model_text *text_create(const void *bytes, size_t size)
{
    struct model_text *text = malloc(sizeof(*text) + size + 1);

    if (!text)
        return NULL;
    atomic_init(&text->references, 1);
    text->size = size;
    if (size)
        memcpy(text->text, bytes, size);
    text->text[size] = '\0';
    return text;
}

static void text_release(struct model_text *text)
{
    if (atomic_fetch_sub(&text->references, 1) == 1)
        free(text);
}

static struct model_shelf *create(size_t count)
{
    struct model_shelf *shelf =
        malloc(sizeof(*shelf) + count * sizeof(*shelf->model));

    if (!shelf)
        return NULL;
    atomic_init(&shelf->references, 1);
    shelf->count = count;
    return shelf;
}

struct model_shelf *model_shelf_acquire(struct model_shelf *shelf)
{
    if (shelf)
        atomic_fetch_add_explicit(&shelf->references, 1, memory_order_relaxed);
    return shelf;
}

void model_shelf_release(struct model_shelf *shelf)
{
    if (!shelf || atomic_fetch_sub(&shelf->references, 1) != 1)
        return;
    for (size_t i = 0; i < shelf->count; i++)
        text_release(shelf->model[i].text);
    free(shelf);
}

/* ---- Looking up ---------------------------------------------------------- */

/* The first whose name is not before it. */
static size_t place_of(const struct model_shelf *shelf, const char *name)
{
    size_t low = 0;
    size_t high = shelf ? shelf->count : 0;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (strcmp(shelf->model[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct shelf_model *model_shelf_find(const struct model_shelf *shelf,
                                           const char *name)
{
    size_t at = place_of(shelf, name);

    return shelf && at < shelf->count && !strcmp(shelf->model[at].name, name)
               ? &shelf->model[at]
               : NULL;
}

/* ---- Changes ------------------------------------------------------------- */

/* Copies models [first, end) of the old shelf to a place in the new one. */
static void share(const struct model_shelf *shelf, size_t first, size_t end,
                  struct model_shelf *next, size_t to)
{
    for (size_t i = first; i < end; i++) {
        struct shelf_model *copy = &next->model[to + i - first];

        *copy = shelf->model[i];
        atomic_fetch_add_explicit(&copy->text->references, 1,
                                  memory_order_relaxed);
    }
}

int model_shelf_put(const struct model_shelf *shelf, const char *name,
                    uint64_t epoch, const void *text, size_t size,
                    struct model_shelf **ret_next)
{
    size_t count = shelf ? shelf->count : 0;
    size_t at = place_of(shelf, name);
    size_t gone = model_shelf_find(shelf, name) != NULL;
    struct model_shelf *next = create(count + 1 - gone);
    struct shelf_model made = {.epoch = epoch, .text = text_create(text, size)};

    if (!next || !made.text) {
        free(next);
        free(made.text);
        return -ENOMEM;
    }
    snprintf(made.name, sizeof(made.name), "%s", name);
    share(shelf, 0, at, next, 0);
    next->model[at] = made;
    share(shelf, at + gone, count, next, at + 1);
    *ret_next = next;
    return 0;
}

int model_shelf_remove(const struct model_shelf *shelf, const char *name,
                       struct model_shelf **ret_next)
{
    size_t at = place_of(shelf, name);
    struct model_shelf *next = create(shelf->count - 1);

    if (!next)
        return -ENOMEM;
    share(shelf, 0, at, next, 0);
    share(shelf, at + 1, shelf->count, next, at);
    *ret_next = next;
    return 0;
}
