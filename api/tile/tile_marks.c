/* tile_marks: a table of tiles, by hash. */
#include "api/tile/tile_marks.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/service/tile/tile_draw.h"

struct tile_mark {
    uint32_t x, y;  /* at TILE_ZOOM_NAME */
    uint64_t epoch; /* 0: no tile */
};

void tile_marks_finish(struct tile_marks *marks)
{
    free(marks->mark);
    *marks = (struct tile_marks){0};
}

/* Of the tile, or where it would be; there is room. */
static struct tile_mark *find(const struct tile_marks *marks, uint32_t x,
                              uint32_t y)
{
    size_t at =
        (x * UINT64_C(0x9e3779b97f4a7c15) ^ y) * UINT64_C(0xd6e8feb86659fd93) >>
        20;

    for (;; at++) {
        struct tile_mark *mark = &marks->mark[at & (marks->size - 1)];

        if (!mark->epoch || (mark->x == x && mark->y == y))
            return mark;
    }
}

static int grow(struct tile_marks *marks)
{
    struct tile_marks grown = {.size = marks->size ? 2 * marks->size : 64};

    if (2 * (marks->count + 1) < marks->size)
        return 0;
    grown.mark = array_zero(grown.size, sizeof(*grown.mark));
    if (!grown.mark)
        return -1;
    for (size_t i = 0; i < marks->size; i++) {
        if (marks->mark[i].epoch)
            *find(&grown, marks->mark[i].x, marks->mark[i].y) = marks->mark[i];
    }
    free(marks->mark);
    marks->mark = grown.mark;
    marks->size = grown.size;
    return 0;
}

static void put(struct tile_marks *marks, uint32_t x, uint32_t y,
                uint64_t epoch)
{
    struct tile_mark *mark;

    if (grow(marks)) {
        marks->all = epoch;
        return;
    }
    mark = find(marks, x, y);
    marks->count += !mark->epoch;
    *mark = (struct tile_mark){x, y, epoch};
}

/* Items that a thread looks up at a time. */
enum { PART = 256 };

struct noting {
    const struct roads *roads;
    const struct index_list *items;
    struct tile_range *range; /* [items->count] */
};

/* The tiles whose drawing finds a piece: it shapes the lines of its neighbours
 * there, even if it is not seen. None for a piece that just was. */
static int find_part(void *context, size_t part, struct error *error)
{
    const struct noting *noting = context;
    size_t end = size_min((part + 1) * PART, noting->items->count);
    uint32_t before = UINT32_MAX;

    (void)error;
    for (size_t i = part * PART; i < end; i++) {
        uint32_t piece =
            roads_segment_piece(noting->roads, noting->items->at[i] / 2);
        struct segment_box box;

        noting->range[i] = (struct tile_range){.north = 1};
        if (piece == before)
            continue;
        box = tile_piece_box(noting->roads, piece);
        noting->range[i] = tile_range_of(TILE_ZOOM_NAME, &box);
        before = piece;
    }
    return 0;
}

static void put_range(struct tile_marks *marks, const struct tile_range *range,
                      uint64_t epoch)
{
    for (uint32_t y = range->north; y <= range->south; y++) {
        for (uint32_t x = range->west; x <= range->east; x++)
            put(marks, x, y, epoch);
    }
}

void tile_marks_note(struct tile_marks *marks, const struct roads *roads,
                     const struct weighting_delta *delta, uint64_t epoch)
{
    struct noting noting = {roads, &delta->items, NULL};
    size_t count = delta->items.count;

    if (!delta->all)
        noting.range = array_alloc(count, sizeof(*noting.range));
    if (!noting.range) {
        tile_marks_finish(marks);
        marks->all = epoch;
        return;
    }
    parallel_run(parallel_thread_count(), size_divide_up(count, PART),
                 find_part, &noting, NULL);
    for (size_t i = 0; i < count; i++)
        put_range(marks, &noting.range[i], epoch);
    free(noting.range);
}

uint64_t tile_marks_epoch(const struct tile_marks *marks, struct tile_id id)
{
    uint32_t down = id.z - TILE_ZOOM_NAME;
    uint64_t epoch = 0;

    if (id.z < TILE_ZOOM_NAME)
        return 0;
    if (marks->size)
        epoch = find(marks, id.x >> down, id.y >> down)->epoch;
    return epoch > marks->all ? epoch : marks->all;
}
