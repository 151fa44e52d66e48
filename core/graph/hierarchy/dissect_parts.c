/* dissect_parts: METIS's nested dissection, by all cores.
 *
 * The order is in shared memory all the time, and a part is a range of it: at
 * first one with all vertices. Cutting a part leaves in its range one side,
 * then the other, then the separator, which is where it has to be; dissecting
 * it leaves its vertices in their order. */
#include "core/graph/hierarchy/dissect_parts.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/apart.h"
#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/dissect_piece.h"

/* Of how many separators the best cuts a part: those are few and count most.
 * Each is a try of its own, with another seed, so that cores share them. */
enum { TRIES = 4 };

/* Cuts from the whole graph to a part, and the size below which a part is not
 * cut. */
enum { LEVELS_MAX = 4, PARTS_MAX = 1 << LEVELS_MAX, PART_MIN = 4096 };

/* [begin, end) of the order. */
struct part {
    uint32_t begin;
    uint32_t end;
};

/* In memory that children share; of one level. */
struct level {
    atomic_size_t next;              /* task that no child has taken yet */
    uint32_t size[PARTS_MAX][TRIES]; /* what the separator weighs */
};

struct parts {
    const struct dissect_graph *graph;
    uint32_t *order; /* [vertex_count], shared */
    struct part part[PARTS_MAX];
    size_t count;
    struct level *level;  /* shared */
    uint8_t *side[TRIES]; /* [vertex_count] shared, of each place in the order:
                             2 is the separator */
    uint32_t cut[PARTS_MAX][2]; /* vertices of either side; 0: not cut */
};

/* What is done to a part: METIS's codes. */
typedef int piece_work(struct dissect_piece *piece, const struct parts *parts,
                       size_t index, unsigned try);

static uint32_t part_size(const struct parts *parts, size_t index)
{
    return parts->part[index].end - parts->part[index].begin;
}

static uint32_t *part_vertices(const struct parts *parts, size_t index)
{
    return parts->order + parts->part[index].begin;
}

static int separate(struct dissect_piece *piece, const struct parts *parts,
                    size_t index, unsigned try)
{
    return dissect_piece_separate(piece, try,
                                  parts->side[try] + parts->part[index].begin,
                                  &parts->level->size[index][try]);
}

static int dissect(struct dissect_piece *piece, const struct parts *parts,
                   size_t index, unsigned try)
{
    return dissect_piece_order(piece, part_vertices(parts, index));
}

static int work_on(const struct parts *parts, size_t index, unsigned try,
                   piece_work *work)
{
    struct dissect_piece piece;
    int status = METIS_ERROR_MEMORY;

    if (!dissect_piece_init(&piece, parts->graph, part_vertices(parts, index),
                            part_size(parts, index)))
        status = work(&piece, parts, index, try);
    dissect_piece_finish(&piece);
    return status;
}

/* What one level's children do: to parts of `least` vertices and more. */
struct task {
    const struct parts *parts;
    piece_work *work;
    uint32_t least;
    unsigned tries; /* of each part */
};

/* In a child, part after part: starting one for each would copy the tables of
 * all memory as often. */
static int work_apart(void *context)
{
    const struct task *task = context;
    const struct parts *parts = task->parts;
    int status = METIS_OK;

    while (status == METIS_OK) {
        size_t next = atomic_fetch_add(&parts->level->next, 1);
        size_t index = next / task->tries;

        if (index >= parts->count)
            break;
        if (part_size(parts, index) >= task->least)
            status = work_on(parts, index, (unsigned)(next % task->tries),
                             task->work);
    }
    return status;
}

static int run_apart(void *context, size_t child, struct error *error)
{
    int status;
    int r = apart_run(work_apart, context, &status, error);

    if (r) {
        error_prefix(error, "run METIS");
        return r;
    }
    if (status == METIS_OK)
        return 0;
    if (status == METIS_ERROR_MEMORY)
        return error_no_memory(error);
    return error_set(error, -EIO, "METIS found no order (its code %d)", status);
}

static int run_level(struct parts *parts, const struct task *task,
                     struct error *error)
{
    unsigned threads = apart_thread_count();
    size_t children = 0;

    for (size_t i = 0; i < parts->count; i++)
        children += part_size(parts, i) >= task->least ? task->tries : 0;
    if (children > threads)
        children = threads;
    memset(parts->level, 0, sizeof(*parts->level));
    return parallel_run(threads, children, run_apart, (void *)task, error);
}

/* Puts the part's vertices by their sides, the separator last. */
static void place_sides(struct parts *parts, size_t index, const uint8_t *side,
                        uint32_t *room)
{
    const struct part *part = &parts->part[index];
    uint32_t count = 0;

    for (unsigned s = 0; s < 3; s++) {
        uint32_t before = count;

        for (uint32_t i = part->begin; i < part->end; i++) {
            if (side[i] == s)
                room[count++] = parts->order[i];
        }
        if (s < 2)
            parts->cut[index][s] = count - before;
    }
    memcpy(parts->order + part->begin, room, count * sizeof(*room));
}

/* By the lightest separator, the first of equal ones. */
static void cut_part(struct parts *parts, size_t index, uint32_t *room)
{
    const uint32_t *size = parts->level->size[index];
    unsigned best = 0;

    for (unsigned t = 1; t < TRIES; t++) {
        if (size[t] < size[best])
            best = t;
    }
    place_sides(parts, index, parts->side[best], room);
}

/* Each part that was cut becomes its two sides. */
static void divide(struct parts *parts)
{
    struct part old[PARTS_MAX];
    size_t count = parts->count;

    memcpy(old, parts->part, sizeof(old));
    parts->count = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t middle = old[i].begin + parts->cut[i][0];

        if (!parts->cut[i][0] && !parts->cut[i][1]) {
            parts->part[parts->count++] = old[i];
            continue;
        }
        parts->part[parts->count++] = (struct part){old[i].begin, middle};
        parts->part[parts->count++] =
            (struct part){middle, middle + parts->cut[i][1]};
    }
}

static int cut_level(struct parts *parts, uint32_t *room, struct error *error)
{
    const struct task task = {parts, separate, 2 * PART_MIN, TRIES};
    int r = run_level(parts, &task, error);

    memset(parts->cut, 0, sizeof(parts->cut));
    for (size_t i = 0; i < parts->count && !r; i++) {
        if (part_size(parts, i) >= task.least)
            cut_part(parts, i, room);
    }
    if (!r)
        divide(parts);
    return r;
}

static int run(struct parts *parts, struct error *error)
{
    const struct task task = {parts, dissect, 1, 1};
    uint32_t *room =
        array_alloc((size_t)parts->graph->vertex_count, sizeof(*room));
    int r = room ? 0 : error_no_memory(error);

    for (int level = 0; level < LEVELS_MAX && !r; level++)
        r = cut_level(parts, room, error);
    free(room);
    return r ? r : run_level(parts, &task, error);
}

/* Memory that children share. */
static int parts_init(struct parts *parts)
{
    size_t n = (size_t)parts->graph->vertex_count;
    bool all;

    parts->order = apart_memory(n * sizeof(*parts->order));
    parts->level = apart_memory(sizeof(*parts->level));
    all = parts->order && parts->level;
    for (unsigned t = 0; t < TRIES; t++) {
        parts->side[t] = apart_memory(n);
        all = all && parts->side[t];
    }
    for (size_t v = 0; v < n && all; v++)
        parts->order[v] = (uint32_t)v;
    return all ? 0 : -ENOMEM;
}

static void parts_finish(struct parts *parts)
{
    size_t n = (size_t)parts->graph->vertex_count;

    apart_memory_free(parts->order, n * sizeof(*parts->order));
    apart_memory_free(parts->level, sizeof(*parts->level));
    for (unsigned t = 0; t < TRIES; t++)
        apart_memory_free(parts->side[t], n);
}

int dissect_parts(const struct dissect_graph *graph, uint32_t *order,
                  struct error *error)
{
    uint32_t n = (uint32_t)graph->vertex_count;
    struct parts parts = {.graph = graph, .part = {{0, n}}, .count = 1};
    int r = parts_init(&parts) ? error_no_memory(error) : run(&parts, error);

    if (!r)
        memcpy(order, parts.order, n * sizeof(*order));
    parts_finish(&parts);
    return r;
}
