#include "core/weighting/model/model_explain.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int model_explainer_init(struct model_explainer *explainer,
                         const struct map *map, const struct weighting *over,
                         const struct model *model)
{
    *explainer =
        (struct model_explainer){.map = map, .over = over, .model = model};
    for (int list = 0; list < MODEL_LISTS; list++) {
        explainer->step[list] =
            array_alloc(MODEL_RULES_MAX, sizeof(*explainer->step[list]));
        if (!explainer->step[list])
            return -ENOMEM;
    }
    return areas_cover(model->area, model->area_count, &map->roads, NULL, NULL,
                       &explainer->covered, &explainer->covered_count, NULL);
}

void model_explainer_finish(struct model_explainer *explainer)
{
    for (int list = 0; list < MODEL_LISTS; list++)
        free(explainer->step[list]);
    free(explainer->covered);
    *explainer = (struct model_explainer){0};
}

static uint64_t areas_of(const struct model_explainer *explainer,
                         uint32_t segment)
{
    size_t i =
        array_lower_bound(explainer->covered, sizeof(*explainer->covered),
                          offsetof(struct covered_segment, segment),
                          explainer->covered_count, segment);

    return i < explainer->covered_count &&
                   explainer->covered[i].segment == segment
               ? explainer->covered[i].areas
               : 0;
}

void model_explain(struct model_explainer *explainer, uint32_t item)
{
    const struct roads *roads = &explainer->map->roads;
    uint32_t segment = item / 2;
    uint32_t piece = roads_segment_piece(roads, segment);
    struct model_place place = {
        .areas = areas_of(explainer, segment),
        .curvature = piece_curvature(roads, piece),
        .speed_kmh = segment_speed_kmh(
            (double)roads_segment_mm(roads, segment),
            explainer->over->arrays.segment_duration_ms[item]),
    };

    explainer->opens =
        !weighting_edge_is_open(explainer->over, roads, 2 * piece + item % 2);
    model_see_piece(explainer->model, roads, explainer->over->closed, piece,
                    item % 2, &place);
    model_place_see_stretch(&place, roads,
                            roads_segment_stretch(roads, segment));
    for (int list = 0; list < MODEL_LISTS; list++)
        explainer->count[list] =
            model_steps(explainer->model, (enum model_list)list, &place,
                        explainer->step[list]);
}
