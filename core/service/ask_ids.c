/* ask_ids: what the ids of a question are in its map. */
#include <stdio.h>

#include "core/service/ask.h"

void ask_place_name(char *ret_name, size_t size, struct ask_place place)
{
    if (!place.list)
        snprintf(ret_name, size, "%s", place.member);
    else
        snprintf(ret_name, size, "%s[%zu]%s%s", place.list, place.index,
                 place.member ? "." : "", place.member ? place.member : "");
}

enum outcome ask_vertex(struct question *question, struct ask_place place,
                        uint64_t id, uint32_t *ret_vertex)
{
    const struct map *map = map_entry_map(question->entry);
    uint32_t n = map->topology.vertex_count;
    char where[64];

    if (map_find_vertex(map, id, ret_vertex))
        return OUTCOME_OK;
    ask_place_name(where, sizeof(where), place);
    if (n == 0)
        return ask_refuse(question, OUTCOME_UNKNOWN_ID,
                          "%s: map '%s' has no vertices", where,
                          map_entry_name(question->entry));
    return ask_refuse(
        question, OUTCOME_UNKNOWN_ID,
        "%s: vertex %llu: no such id in map '%s' (ids %llu to %llu)", where,
        (unsigned long long)id, map_entry_name(question->entry),
        (unsigned long long)map->external_id[map->vertex_by_id[0]],
        (unsigned long long)map->external_id[map->vertex_by_id[n - 1]]);
}

enum outcome ask_node(struct question *question, struct ask_place place,
                      uint64_t id, struct place *ret_place)
{
    const struct roads *roads = &map_entry_map(question->entry)->roads;
    char where[64];

    if (place_of_node(roads, (int64_t)id, ret_place))
        return OUTCOME_OK;
    ask_place_name(where, sizeof(where), place);
    return ask_refuse(question, OUTCOME_UNKNOWN_ID,
                      "%s: node %lld: no road of map '%s' passes it%s", where,
                      (long long)id, map_entry_name(question->entry),
                      roads->closed_classes ? " but excluded ones" : "");
}
