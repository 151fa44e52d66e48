/* path: growing, following and straightening. */
#include "core/solver/path.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/cost.h"

/* ---- Paths ---- */

void path_init(struct path *path)
{
    *path = (struct path){.first_vertex = VERTEX_NONE};
}

void path_finish(struct path *path)
{
    free(path->arc);
    path_init(path);
}

void path_clear(struct path *path)
{
    path->first_vertex = VERTEX_NONE;
    path->seed_cost = 0;
    path->arc_count = 0;
}

int path_append(struct path *path, uint32_t arc)
{
    return array_append(&path->arc, &path->arc_count, &path->capacity, &arc,
                        sizeof(arc));
}

void path_reverse(struct path *path)
{
    for (size_t i = 0, j = path->arc_count; i + 1 < j; i++) {
        uint32_t arc = path->arc[i];

        path->arc[i] = path->arc[--j];
        path->arc[j] = arc;
    }
}

uint32_t path_vertex(const struct path *path, const struct topology *topology,
                     size_t index)
{
    return index ? topology->head[path->arc[index - 1]] : path->first_vertex;
}

uint32_t path_cost(const struct path *path, const struct weights *weights)
{
    uint32_t cost = path->seed_cost;

    for (size_t i = 0; i < path->arc_count; i++)
        cost = cost_add(cost, weights->weight[path->arc[i]]);
    return cost;
}

int path_follow(struct path *path, const struct topology *topology,
                const uint32_t *predecessor, uint32_t vertex)
{
    path_clear(path);
    while (predecessor[vertex] != ARC_NONE) {
        if (path->arc_count >= topology->vertex_count)
            return -ELOOP;
        if (path_append(path, predecessor[vertex]))
            return -ENOMEM;
        vertex = topology_tail(topology, predecessor[vertex]);
    }
    path->first_vertex = vertex;
    path_reverse(path);
    return 0;
}

int path_error(struct error *error, int code)
{
    if (code == -ENOMEM)
        return error_no_memory(error);
    return error_set(error, code, "the predecessor links form a cycle");
}

/* ---- A path without circles ---- */

/* Clears the marks of the heads of arcs [from, to). */
static void unmark(const struct path *path, const struct topology *topology,
                   uint32_t *mark, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        mark[topology->head[path->arc[i]]] = 0;
}

/* A vertex's mark is 1 plus the number of arcs kept before it. */
void path_straighten(struct path *path, const struct topology *topology,
                     uint32_t *mark)
{
    size_t kept = 0;

    mark[path->first_vertex] = 1;
    for (size_t i = 0; i < path->arc_count; i++) {
        uint32_t arc = path->arc[i];
        uint32_t vertex = topology->head[arc];

        if (mark[vertex]) {
            size_t back = mark[vertex] - 1;

            unmark(path, topology, mark, back, kept);
            kept = back;
        } else {
            path->arc[kept++] = arc;
        }
        mark[vertex] = (uint32_t)kept + 1;
    }
    unmark(path, topology, mark, 0, kept);
    mark[path->first_vertex] = 0;
    path->arc_count = kept;
}
