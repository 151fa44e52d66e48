#include "core/graph/import/osm/network/osm_network.h"

#include <errno.h>
#include <stdlib.h>

#include "core/graph/import/osm/network/attributes.h"
#include "core/graph/import/osm/network/courses.h"
#include "core/graph/import/osm/network/pieces.h"
#include "core/graph/import/osm/network/restrictions.h"
#include "core/graph/import/osm/network/turns.h"
#include "core/graph/road_network/road_network.h"

/* Intermediate results. */
struct survey {
    const struct osm_data *data;
    const struct profile *profile;
    struct import_report report;
    struct attribute_pool pool;
    struct courses courses;
    struct ruled_nodes nodes;
    struct restriction_list restrictions;
    struct junctions junctions;
    struct link_costs costs;
    struct pieces pieces;
    uint32_t *junction_spot;
    struct arms arms;
    struct road_network network;
};

static int find_junctions(struct survey *survey)
{
    const struct courses *courses = &survey->courses;
    int r = ruled_nodes_make(survey->data, survey->profile, &survey->nodes);

    r = r ? r
          : restrictions_read(survey->data, survey->profile, courses,
                              &survey->restrictions, &survey->report);
    r = r ? r : restriction_unions_make(&survey->restrictions);
    r = r ? r : junctions_init(&survey->junctions, courses);
    if (r)
        return r;
    junctions_mark_nodes(&survey->junctions, courses, &survey->nodes);
    r = restrictions_mark(&survey->restrictions, courses, &survey->junctions);
    return r ? r : junctions_find(&survey->junctions, courses);
}

static int cut_pieces(struct survey *survey)
{
    const struct courses *courses = &survey->courses;
    int r = link_costs_make(courses, survey->data, &survey->network.profile,
                            &survey->costs);

    r = r ? r
          : pieces_make(courses, survey->data, &survey->costs,
                        &survey->junctions, &survey->pieces);
    r = r ? r
          : pieces_give(&survey->pieces, courses, survey->data, &survey->costs,
                        &survey->network, &survey->junction_spot);
    link_costs_finish(&survey->costs);
    return r;
}

static int find_turns(struct survey *survey)
{
    struct road_network *network = &survey->network;
    uint64_t *bans = NULL;
    uint32_t *component = NULL;
    struct turn_sources sources = {
        .profile = survey->profile,
        .pool = &survey->pool,
        .courses = &survey->courses,
        .nodes = &survey->nodes,
        .junctions = &survey->junctions,
        .pieces = &survey->pieces,
        .junction_spot = survey->junction_spot,
        .arms = &survey->arms,
    };
    int r = arms_make(network, &survey->arms);

    r = r ? r : twins_settle(&survey->arms.leaving, &survey->pool, network);
    r = r ? r : turns_find_plain(&sources, network);
    if (!r)
        arms_limit_turns(&survey->arms, network);
    r = r ? r
          : forbidden_turns(&survey->restrictions, &survey->pieces,
                            &survey->arms, network, &bans, &sources.ban_count);
    sources.ban = bans;
    if (!r && profile_asks_for_dead_ends(survey->profile))
        r = junction_components(network, &survey->arms.leaving, &component);
    sources.component = component;
    r = r ? r : turns_make(&sources, network, &survey->report);
    r = r ? r
          : forbidden_sequences(&survey->restrictions, &survey->courses,
                                &survey->pieces, &survey->pool, network);
    free(bans);
    free(component);
    return r;
}

static void survey_finish(struct survey *survey)
{
    attribute_pool_finish(&survey->pool);
    courses_finish(&survey->courses);
    ruled_nodes_finish(&survey->nodes);
    restrictions_finish(&survey->restrictions);
    junctions_finish(&survey->junctions);
    link_costs_finish(&survey->costs);
    pieces_finish(&survey->pieces);
    free(survey->junction_spot);
    arms_finish(&survey->arms);
    road_network_finish(&survey->network);
}

static int refuse(int r, struct error *error)
{
    if (r == -ENOMEM)
        return error_no_memory(error);
    return r ? error_set(error, r,
                         "more roads than a map can hold: import a part of "
                         "them")
             : 0;
}

int osm_network_make(const struct osm_data *data, const struct profile *profile,
                     struct road_network *ret_network,
                     struct import_report *ret_report, struct error *error)
{
    struct survey survey = {
        .data = data,
        .profile = profile,
        .report = data->report,
        .network.profile = *profile_general(profile),
    };
    int r = courses_make(data, profile, &survey.pool, &survey.courses,
                         &survey.report);

    r = r ? r
          : transfers_add(data, profile, &survey.pool, &survey.courses,
                          &survey.report);
    r = r ? r : find_junctions(&survey);
    r = r ? r : cut_pieces(&survey);
    r = r ? r : find_turns(&survey);
    r = r ? r : attribute_pool_give(&survey.pool, &survey.network);
    if (!r) {
        *ret_network = survey.network;
        *ret_report = survey.report;
        survey.network = (struct road_network){0};
    }
    survey_finish(&survey);
    return refuse(r, error);
}
