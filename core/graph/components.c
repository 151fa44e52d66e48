#include "core/graph/components.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/union_find.h"
#include "core/graph/cost.h"

/* `order` before a vertex is met, and after its component is complete. */
enum { ORDER_NONE = 0 };
#define ORDER_DONE UINT32_MAX

struct stack {
    uint32_t *item; /* [vertex_count] */
    uint32_t count;
};

struct strong_search {
    const struct topology *topology;
    const uint32_t *weight; /* or NULL */
    uint32_t *order;        /* [vertex_count] when it was met, from 1 */
    uint32_t *next_arc;     /* [vertex_count] the next to follow */
    struct stack path;      /* vertices from the root to the current one */
    struct stack open;      /* met, component not yet complete */
    struct stack border;    /* the first vertex of each of these components, as
                               known so far */
    uint32_t met;
    struct components found;
    uint32_t *component; /* [vertex_count] the caller's, or NULL */
    uint32_t largest;    /* number of that component */
};

static void push(struct stack *stack, uint32_t vertex)
{
    stack->item[stack->count++] = vertex;
}

static uint32_t top(const struct stack *stack)
{
    return stack->item[stack->count - 1];
}

static void meet(struct strong_search *search, uint32_t vertex)
{
    search->order[vertex] = ++search->met;
    search->next_arc[vertex] = search->topology->first_out[vertex];
    push(&search->path, vertex);
    push(&search->open, vertex);
    push(&search->border, vertex);
}

static void add_component(struct components *components, uint32_t size)
{
    components->count++;
    if (size > components->largest)
        components->largest = size;
}

/* Leaves the path's end, whose arcs have all been followed. */
static void leave(struct strong_search *search)
{
    uint32_t vertex = top(&search->path);
    uint32_t size = 0;
    uint32_t last;

    search->path.count--;
    if (top(&search->border) != vertex)
        return;
    search->border.count--;
    do {
        last = top(&search->open);
        search->open.count--;
        search->order[last] = ORDER_DONE;
        if (search->component)
            search->component[last] = search->found.count;
        size++;
    } while (last != vertex);
    if (size > search->found.largest)
        search->largest = search->found.count;
    add_component(&search->found, size);
}

/* An arc back to a vertex on the path merges all components met since. */
static void follow(struct strong_search *search, uint32_t arc)
{
    uint32_t head = search->topology->head[arc];

    if (search->weight && search->weight[arc] == WEIGHT_CLOSED)
        return;
    if (search->order[head] == ORDER_NONE) {
        meet(search, head);
        return;
    }
    while (search->order[head] != ORDER_DONE &&
           search->order[top(&search->border)] > search->order[head])
        search->border.count--;
}

static void search_from(struct strong_search *search, uint32_t root)
{
    const uint32_t *first_out = search->topology->first_out;

    meet(search, root);
    while (search->path.count) {
        uint32_t vertex = top(&search->path);

        if (search->next_arc[vertex] < first_out[vertex + 1])
            follow(search, search->next_arc[vertex]++);
        else
            leave(search);
    }
}

static int run_search(struct strong_search *search)
{
    uint32_t n = search->topology->vertex_count;
    int r = -ENOMEM;

    search->order = array_zero(n, sizeof(uint32_t));
    search->next_arc = array_alloc(n, sizeof(uint32_t));
    search->path.item = array_alloc(n, sizeof(uint32_t));
    search->open.item = array_alloc(n, sizeof(uint32_t));
    search->border.item = array_alloc(n, sizeof(uint32_t));
    if (search->order && search->next_arc && search->path.item &&
        search->open.item && search->border.item) {
        for (uint32_t v = 0; v < n; v++) {
            if (search->order[v] == ORDER_NONE)
                search_from(search, v);
        }
        r = 0;
    }
    free(search->order);
    free(search->next_arc);
    free(search->path.item);
    free(search->open.item);
    free(search->border.item);
    return r;
}

int components_strong_members(const struct topology *topology,
                              const uint32_t *weight,
                              struct components *ret_components,
                              uint32_t *ret_component, uint32_t *ret_largest)
{
    struct strong_search search = {
        .topology = topology,
        .weight = weight,
        .component = ret_component,
    };
    int r = run_search(&search);

    if (r)
        return r;
    *ret_components = search.found;
    *ret_largest = search.largest;
    return 0;
}

int components_strong(const struct map *map, struct components *ret_components)
{
    uint32_t largest;

    return components_strong_members(&map->topology, map->imported.arcs.weight,
                                     ret_components, NULL, &largest);
}

static void join_all(struct union_find *sets, const struct map *map)
{
    const struct topology *topology = &map->topology;

    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            if (map->imported.arcs.weight[a] != WEIGHT_CLOSED)
                union_find_join(sets, v, topology->head[a]);
        }
    }
}

int components_weak(const struct map *map, struct components *ret_components)
{
    uint32_t n = map->topology.vertex_count;
    struct components found = {0};
    struct union_find sets;
    int r = union_find_init(&sets, n);

    if (!r) {
        join_all(&sets, map);
        for (uint32_t v = 0; v < n; v++) {
            if (sets.parent[v] == v)
                add_component(&found, sets.size[v]);
        }
        *ret_components = found;
    }
    union_find_finish(&sets);
    return r;
}
