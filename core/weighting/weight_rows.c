/* weight_rows: pages of rows, and an index of keys in pages of its own. */
#include "core/weighting/weight_rows.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "core/base/array.h"
#include "core/base/parallel.h"

enum {
    PAGE_ROWS = 1024,
    PAGE_SLOTS = 4096,
    SLOT_FREE = 0,
    SLOT_GONE = 1,  /* a key was here: a search goes on */
    SLOT_FIRST = 2, /* of the row at place 0 */
    AHEAD = 8,      /* rows whose slots are fetched before they are looked at */
};

#define NEVER UINT32_MAX

struct row_page {
    atomic_uint references;
    uint32_t first_end; /* the least end of its rows; NEVER: none ends */
    bool stale;         /* a row with an end is gone: find the least again */
    struct weight_row row[PAGE_ROWS];
    uint64_t used[PAGE_ROWS / 64];
};

struct slot_page {
    atomic_uint references;
    uint32_t slot[PAGE_SLOTS];
};

struct weight_rows {
    atomic_uint references;
    size_t count;
    size_t end;             /* of places */
    size_t filled;          /* slots that are not free */
    struct row_page **page; /* [page_count] each shared or not; owned */
    size_t page_count;
    size_t page_capacity;
    struct slot_page **index; /* [index_count] a power of two */
    size_t index_count;
};

/* ---- Pages --------------------------------------------------------------- */

static void release_row_page(struct row_page *page)
{
    if (page && atomic_fetch_sub(&page->references, 1) == 1)
        free(page);
}

static void release_slot_page(struct slot_page *page)
{
    if (page && atomic_fetch_sub(&page->references, 1) == 1)
        free(page);
}

/* The page, for changes: a copy if others have it. NULL: no memory. */
static struct row_page *own_row_page(struct weight_rows *rows, size_t at)
{
    struct row_page *page = rows->page[at];
    struct row_page *copy;

    if (atomic_load(&page->references) == 1)
        return page;
    copy = malloc(sizeof(*copy));
    if (!copy)
        return NULL;
    memcpy(copy, page, sizeof(*copy));
    atomic_init(&copy->references, 1);
    release_row_page(page);
    rows->page[at] = copy;
    return copy;
}

static struct slot_page *own_slot_page(struct weight_rows *rows, size_t at)
{
    struct slot_page *page = rows->index[at];
    struct slot_page *copy;

    if (atomic_load(&page->references) == 1)
        return page;
    copy = malloc(sizeof(*copy));
    if (!copy)
        return NULL;
    memcpy(copy, page, sizeof(*copy));
    atomic_init(&copy->references, 1);
    release_slot_page(page);
    rows->index[at] = copy;
    return copy;
}

static bool is_used(const struct row_page *page, size_t at)
{
    return page->used[at / 64] >> at % 64 & 1;
}

/* ---- Life ---------------------------------------------------------------- */

struct weight_rows *weight_rows_create(void)
{
    struct weight_rows *rows = calloc(1, sizeof(*rows));

    if (rows)
        atomic_init(&rows->references, 1);
    return rows;
}

static int share(struct weight_rows *fork, const struct weight_rows *rows)
{
    fork->page_capacity = rows->page_count;
    fork->page = array_alloc(rows->page_count, sizeof(struct row_page *));
    fork->index = array_alloc(rows->index_count, sizeof(struct slot_page *));
    if (!fork->page || !fork->index)
        return -ENOMEM;
    for (size_t i = 0; i < rows->page_count; i++) {
        fork->page[i] = rows->page[i];
        atomic_fetch_add(&rows->page[i]->references, 1);
    }
    for (size_t i = 0; i < rows->index_count; i++) {
        fork->index[i] = rows->index[i];
        atomic_fetch_add(&rows->index[i]->references, 1);
    }
    fork->page_count = rows->page_count;
    fork->index_count = rows->index_count;
    return 0;
}

struct weight_rows *weight_rows_fork(const struct weight_rows *rows)
{
    struct weight_rows *fork = weight_rows_create();

    if (!fork)
        return NULL;
    fork->count = rows->count;
    fork->end = rows->end;
    fork->filled = rows->filled;
    if (!share(fork, rows))
        return fork;
    weight_rows_release(fork);
    return NULL;
}

struct weight_rows *weight_rows_acquire(struct weight_rows *rows)
{
    atomic_fetch_add_explicit(&rows->references, 1, memory_order_relaxed);
    return rows;
}

static void drop_pages(struct weight_rows *rows)
{
    for (size_t i = 0; i < rows->page_count; i++)
        release_row_page(rows->page[i]);
    free(rows->page);
    rows->page = NULL;
    rows->page_count = rows->page_capacity = rows->end = 0;
}

static void drop_index(struct weight_rows *rows)
{
    for (size_t i = 0; i < rows->index_count; i++)
        release_slot_page(rows->index[i]);
    free(rows->index);
    rows->index = NULL;
    rows->index_count = 0;
}

void weight_rows_release(struct weight_rows *rows)
{
    if (!rows || atomic_fetch_sub(&rows->references, 1) != 1)
        return;
    drop_pages(rows);
    drop_index(rows);
    free(rows);
}

/* ---- The index ----------------------------------------------------------- */

static uint64_t hash_of(const struct weight_key *key)
{
    return XXH3_64bits(key, sizeof(*key));
}

static size_t slot_count(const struct weight_rows *rows)
{
    return rows->index_count * PAGE_SLOTS;
}

static uint32_t slot_at(const struct weight_rows *rows, size_t at)
{
    return rows->index[at / PAGE_SLOTS]->slot[at % PAGE_SLOTS];
}

const struct weight_row *weight_rows_at(const struct weight_rows *rows,
                                        size_t place)
{
    const struct row_page *page = rows->page[place / PAGE_ROWS];

    return is_used(page, place % PAGE_ROWS) ? &page->row[place % PAGE_ROWS]
                                            : NULL;
}

static const struct weight_row *row_of(const struct weight_rows *rows,
                                       uint32_t slot)
{
    size_t place = slot - SLOT_FIRST;

    return &rows->page[place / PAGE_ROWS]->row[place % PAGE_ROWS];
}

/* The slot of the key; or, if it has none, the one to put it into, which is not
 * that of a row. There is a free slot. */
static size_t find_slot(const struct weight_rows *rows,
                        const struct weight_key *key, uint64_t hash)
{
    size_t mask = slot_count(rows) - 1;
    size_t room = SIZE_MAX;

    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        uint32_t slot = slot_at(rows, at);

        if (slot == SLOT_FREE)
            return room == SIZE_MAX ? at : room;
        if (slot == SLOT_GONE)
            room = room == SIZE_MAX ? at : room;
        else if (weight_key_equal(&row_of(rows, slot)->key, key))
            return at;
    }
}

static int set_slot(struct weight_rows *rows, size_t at, uint32_t slot)
{
    struct slot_page *page = own_slot_page(rows, at / PAGE_SLOTS);

    if (!page)
        return -ENOMEM;
    page->slot[at % PAGE_SLOTS] = slot;
    return 0;
}

static int make_index(struct weight_rows *rows, size_t pages)
{
    rows->index = array_zero(pages, sizeof(struct slot_page *));
    if (!rows->index)
        return -ENOMEM;
    for (; rows->index_count < pages; rows->index_count++) {
        struct slot_page *page = calloc(1, sizeof(*page));

        if (!page)
            return -ENOMEM;
        atomic_init(&page->references, 1);
        rows->index[rows->index_count] = page;
    }
    return 0;
}

static int fill_index(struct weight_rows *rows)
{
    size_t mask = slot_count(rows) - 1;

    for (size_t place = 0; place < rows->end; place++) {
        const struct weight_row *row = weight_rows_at(rows, place);
        size_t at;

        if (!row)
            continue;
        at = hash_of(&row->key) & mask;
        while (slot_at(rows, at) != SLOT_FREE)
            at = (at + 1) & mask;
        if (set_slot(rows, at, (uint32_t)(place + SLOT_FIRST)))
            return -ENOMEM;
        rows->filled++;
    }
    return 0;
}

/* An index with room for `count` rows. */
static int remake_index(struct weight_rows *rows, size_t count)
{
    size_t pages = 1;

    while (pages * PAGE_SLOTS < 2 * count)
        pages *= 2;
    drop_index(rows);
    rows->filled = 0;
    return make_index(rows, pages) ? -ENOMEM : fill_index(rows);
}

/* ---- Changes ------------------------------------------------------------- */

static int add_page(struct weight_rows *rows)
{
    struct row_page *page = calloc(1, sizeof(*page));

    if (!page || array_reserve(&rows->page, &rows->page_capacity,
                               rows->page_count + 1, sizeof(*rows->page))) {
        free(page);
        return -ENOMEM;
    }
    atomic_init(&page->references, 1);
    page->first_end = NEVER;
    rows->page[rows->page_count++] = page;
    return 0;
}

static int write_row(struct weight_rows *rows, size_t place,
                     const struct weight_row *row)
{
    struct row_page *page = own_row_page(rows, place / PAGE_ROWS);
    size_t at = place % PAGE_ROWS;

    if (!page)
        return -ENOMEM;
    page->stale |= is_used(page, at) && page->row[at].ends_s;
    page->row[at] = *row;
    page->used[at / 64] |= UINT64_C(1) << at % 64;
    if (row->ends_s && row->ends_s < page->first_end)
        page->first_end = row->ends_s;
    return 0;
}

static int append(struct weight_rows *rows, const struct weight_row *row)
{
    if (rows->end == rows->page_count * PAGE_ROWS && add_page(rows))
        return -ENOMEM;
    if (write_row(rows, rows->end, row))
        return -ENOMEM;
    rows->end++;
    rows->count++;
    return 0;
}

/* Moves the rows together, so that places without one are gone. The index is
 * empty then. */
static int pack(struct weight_rows *rows)
{
    struct weight_rows *packed = weight_rows_create();
    int r = packed ? 0 : -ENOMEM;

    for (size_t place = 0; !r && place < rows->end; place++) {
        const struct weight_row *row = weight_rows_at(rows, place);

        if (row)
            r = append(packed, row);
    }
    if (!r) {
        drop_pages(rows);
        rows->page = packed->page;
        rows->page_count = packed->page_count;
        rows->page_capacity = packed->page_capacity;
        rows->end = packed->end;
        packed->page = NULL;
        packed->page_count = 0;
    }
    weight_rows_release(packed);
    return r;
}

/* Room for `more` rows, so that a third of the slots at least stays free. Rows
 * that come and go leave empty places: packs once there are more than twice as
 * many places as rows. */
static int make_room(struct weight_rows *rows, size_t more)
{
    size_t count = rows->count + more;
    bool sparse = rows->end > 2 * count + PAGE_ROWS;
    int r = 0;

    if (sparse)
        r = pack(rows);
    if (!r && rows->end + more >= UINT32_MAX - SLOT_FIRST)
        r = -ENOMEM;
    if (r || (!sparse && 3 * (rows->filled + more) <= 2 * slot_count(rows)))
        return r;
    return remake_index(rows, count);
}

static int put(struct weight_rows *rows, const struct weight_row *row,
               uint64_t hash)
{
    size_t at = find_slot(rows, &row->key, hash);
    uint32_t slot = slot_at(rows, at);

    if (slot >= SLOT_FIRST)
        return write_row(rows, slot - SLOT_FIRST, row);
    rows->filled += slot == SLOT_FREE;
    if (set_slot(rows, at, (uint32_t)(rows->end + SLOT_FIRST)))
        return -ENOMEM;
    return append(rows, row);
}

int weight_rows_put(struct weight_rows *rows, const struct weight_row *row,
                    size_t count)
{
    uint64_t hash[AHEAD];
    int r = make_room(rows, count);

    /* Slots come from memory while the rows before them are put. */
    for (size_t i = 0; !r && i < count + AHEAD; i++) {
        if (i >= AHEAD)
            r = put(rows, &row[i - AHEAD], hash[i % AHEAD]);
        if (i < count) {
            size_t at = (hash[i % AHEAD] = hash_of(&row[i].key)) &
                        (slot_count(rows) - 1);

            __builtin_prefetch(
                &rows->index[at / PAGE_SLOTS]->slot[at % PAGE_SLOTS]);
        }
    }
    return r;
}

static void settle_page(struct row_page *page)
{
    page->first_end = NEVER;
    page->stale = false;
    for (size_t at = 0; at < PAGE_ROWS; at++) {
        uint32_t ends_s = page->row[at].ends_s;

        if (is_used(page, at) && ends_s && ends_s < page->first_end)
            page->first_end = ends_s;
    }
}

struct replacing {
    const struct weight_rows *old;
    struct weight_rows *rows;
    const struct weight_row *row;
    uint32_t *index; /* [old->end] of the row for each place; NULL: the same */
};

/* For rows with keys that come again, as files of real maps have them: the last
 * counts. False: there are other keys, or their order is another; or there is
 * no memory. */
static bool line_up(struct replacing *replacing, size_t count)
{
    const struct weight_rows *old = replacing->old;
    size_t place = 0;

    replacing->index = array_alloc(old->end, sizeof(*replacing->index));
    if (!replacing->index)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct weight_key *key = &replacing->row[i].key;
        size_t at = place;

        if (place < old->end &&
            weight_key_equal(key, &weight_rows_at(old, place)->key))
            place++;
        else
            at = slot_at(old, find_slot(old, key, hash_of(key))) - SLOT_FIRST;
        if (at >= place)
            return false;
        replacing->index[at] = (uint32_t)i;
    }
    return place == old->end;
}

/* Makes one page. -EEXIST: the keys are others. */
static int replace_page(void *context, size_t part, struct error *error)
{
    const struct replacing *replacing = context;
    const struct row_page *old = replacing->old->page[part];
    size_t first = part * PAGE_ROWS;
    size_t count = size_min(PAGE_ROWS, replacing->old->end - first);
    struct row_page *page = calloc(1, sizeof(*page));

    if (!page)
        return -ENOMEM;
    atomic_init(&page->references, 1);
    replacing->rows->page[part] = page;
    for (size_t at = 0; at < count; at++) {
        size_t i = replacing->index ? replacing->index[first + at] : first + at;

        page->row[at] = replacing->row[i];
        if (!weight_key_equal(&page->row[at].key, &old->row[at].key))
            return -EEXIST;
    }
    memcpy(page->used, old->used, sizeof(page->used));
    settle_page(page);
    return 0;
}

/* NULL: the keys are others, or there is no memory. */
static struct weight_rows *replace_alike(const struct weight_rows *old,
                                         const struct weight_row *row,
                                         size_t count)
{
    struct replacing replacing = {old, NULL, row, NULL};
    int r;

    if (!old->count || old->count != old->end || old->count > count)
        return NULL;
    if (count > UINT32_MAX ||
        (old->count < count && !line_up(&replacing, count))) {
        free(replacing.index);
        return NULL;
    }
    replacing.rows = weight_rows_fork(old);
    if (!replacing.rows) {
        free(replacing.index);
        return NULL;
    }
    for (size_t i = 0; i < old->page_count; i++) {
        release_row_page(old->page[i]);
        replacing.rows->page[i] = NULL;
    }
    r = parallel_run(parallel_thread_count(), old->page_count, replace_page,
                     &replacing, NULL);
    free(replacing.index);
    if (!r)
        return replacing.rows;
    weight_rows_release(replacing.rows);
    return NULL;
}

struct weight_rows *weight_rows_replace(const struct weight_rows *old,
                                        const struct weight_row *row,
                                        size_t count, bool *ret_alike)
{
    struct weight_rows *rows = replace_alike(old, row, count);

    *ret_alike = rows != NULL;
    if (rows)
        return rows;
    rows = weight_rows_create();
    if (!rows || !weight_rows_put(rows, row, count))
        return rows;
    weight_rows_release(rows);
    return NULL;
}

int weight_rows_remove(struct weight_rows *rows, const struct weight_key *key,
                       struct weight_row *ret_row)
{
    struct row_page *page;
    uint32_t slot;
    size_t at;

    if (!rows->index_count)
        return -ENOENT;
    at = find_slot(rows, key, hash_of(key));
    slot = slot_at(rows, at);
    if (slot < SLOT_FIRST)
        return -ENOENT;
    *ret_row = *row_of(rows, slot);
    slot -= SLOT_FIRST;
    page = own_row_page(rows, slot / PAGE_ROWS);
    if (!page || set_slot(rows, at, SLOT_GONE))
        return -ENOMEM;
    page->used[slot % PAGE_ROWS / 64] &= ~(UINT64_C(1) << slot % 64);
    page->stale |= ret_row->ends_s != 0;
    rows->count--;
    return 0;
}

void weight_rows_settle(struct weight_rows *rows)
{
    for (size_t i = 0; i < rows->page_count; i++) {
        if (rows->page[i]->stale)
            settle_page(rows->page[i]);
    }
}

/* ---- Reading ------------------------------------------------------------- */

const struct weight_row *weight_rows_find(const struct weight_rows *rows,
                                          const struct weight_key *key)
{
    uint32_t slot;

    if (!rows->index_count)
        return NULL;
    slot = slot_at(rows, find_slot(rows, key, hash_of(key)));
    return slot < SLOT_FIRST ? NULL : row_of(rows, slot);
}

size_t weight_rows_count(const struct weight_rows *rows)
{
    return rows->count;
}

size_t weight_rows_end(const struct weight_rows *rows)
{
    return rows->end;
}

uint32_t weight_rows_first_end(const struct weight_rows *rows)
{
    uint32_t first = NEVER;

    for (size_t i = 0; i < rows->page_count; i++) {
        if (rows->page[i]->first_end < first)
            first = rows->page[i]->first_end;
    }
    return first;
}

int weight_rows_ended(const struct weight_rows *rows, uint32_t now_s,
                      struct weight_list *list)
{
    int r = 0;

    for (size_t i = 0; !r && i < rows->page_count; i++) {
        if (rows->page[i]->first_end > now_s)
            continue;
        for (size_t at = 0; !r && at < PAGE_ROWS; at++) {
            const struct weight_row *row = &rows->page[i]->row[at];

            if (is_used(rows->page[i], at) && row->ends_s &&
                row->ends_s <= now_s)
                r = weight_list_add(list, row);
        }
    }
    return r;
}

size_t weight_rows_bytes(const struct weight_rows *rows)
{
    return sizeof(*rows) + rows->page_count * sizeof(struct row_page) +
           rows->index_count * sizeof(struct slot_page);
}

int weight_list_add(struct weight_list *list, const struct weight_row *row)
{
    return array_append(&list->row, &list->count, &list->capacity, row,
                        sizeof(*row));
}

static int compare_orders(const void *a, const void *b)
{
    const struct weight_row *x = a;
    const struct weight_row *y = b;

    return compare_numbers(x->order, y->order);
}

void weight_list_sort(struct weight_list *list)
{
    if (list->count)
        qsort(list->row, list->count, sizeof(*list->row), compare_orders);
}

void weight_list_finish(struct weight_list *list)
{
    free(list->row);
    *list = (struct weight_list){0};
}
