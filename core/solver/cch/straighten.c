/* straighten: a walk without what it goes round in circles. */
#include "core/solver/cch/straighten.h"

/* Takes the marks of all vertices after `from` arcs, up to `to`. */
static void unmark(const struct path *path, const struct topology *topology,
                   uint32_t *mark, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        mark[topology->head[path->arc[i]]] = 0;
}

/* A vertex is marked with 1 and the number of arcs kept before it. */
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
