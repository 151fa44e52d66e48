/* suzuki_figure_5: the distribution of the number of updated vertices over the
 * phases of many queries. */
#include <stdlib.h>

#include "core/base/array.h"
#include "lab/paper/paper.h"
#include "lab/paper/report.h"
#include "lab/paper/suzuki_kanto.h"
#include "lab/paper/updates.h"

enum {
    SOURCES = 1000, /* the paper's */
    FEW = 10000,
    MANY = 500000, /* exceeded by the paper's largest phases */
    HALF = 50,     /* % of the phases; the paper's 59 is above */
};

static const struct column map_columns[] = {
    {"map", "map", "", 0},
    {"sources", "sources", "", 0},
    {"phases_mean", "phases", "mean", 1},
    {"phases_least", "least", "phases", 0},
    {"phases_most", "most", "phases", 0},
    {"few_share", "at most 10,000", "% of phases", 1},
    {"updated_median", "median", "updated", 0},
    {"updated_most", "most", "updated", 0},
};

static const struct column curve_columns[] = {
    {"map", "map", "", 0},
    {"updated", "updated", "at most", 0},
    {"share", "share", "of phases", 4},
};

enum {
    MAP_COLUMNS = sizeof(map_columns) / sizeof(map_columns[0]),
    CURVE_COLUMNS = sizeof(curve_columns) / sizeof(curve_columns[0]),
};

/* The phases of all queries on one map. */
struct pool {
    uint32_t *updated; /* [count] */
    size_t count;
    size_t capacity;
    uint32_t sources;
    size_t phases_least; /* of any query */
    size_t phases_most;
};

struct output {
    struct report *report;
    struct sheet *maps;
    struct sheet *curve;
    struct chart_panel *panel;
};

static int take_in(struct pool *pool, const struct updates *updates,
                   struct error *error)
{
    void *items = pool->updated;

    if (array_reserve(&items, &pool->capacity, pool->count + updates->count,
                      sizeof(*pool->updated)))
        return error_no_memory(error);
    pool->updated = items;
    for (size_t i = 0; i < updates->count; i++)
        pool->updated[pool->count++] = updates->updated[i];
    if (!pool->phases_most || updates->count < pool->phases_least)
        pool->phases_least = updates->count;
    if (updates->count > pool->phases_most)
        pool->phases_most = updates->count;
    return 0;
}

static int count_all(const struct study *study, struct updates *updates,
                     const uint32_t *sources, struct pool *pool,
                     struct error *error)
{
    int r = 0;

    for (uint32_t i = 0; !r && i < pool->sources; i++) {
        progress_report(study->progress, "figure 5", i, pool->sources);
        r = updates_count(updates, sources[i], error);
        if (!r)
            r = take_in(pool, updates, error);
    }
    return r;
}

static int fill_pool(const struct study *study, const struct map *map,
                     struct pool *pool, struct error *error)
{
    uint32_t *sources = study_draw_sources(study, map, pool->sources);
    struct updates updates = {0};
    int r = sources ? updates_init(&updates, study, map, error)
                    : error_no_memory(error);

    if (!r)
        r = count_all(study, &updates, sources, pool, error);
    updates_finish(&updates);
    free(sources);
    return r;
}

static double few_share(const struct pool *pool)
{
    return 100 *
           (double)distribution_count_to(pool->updated, pool->count, FEW) /
           (double)pool->count;
}

static void add_map(struct sheet *table, const char *name,
                    const struct pool *pool)
{
    sheet_text(table, name);
    sheet_count(table, pool->sources);
    sheet_number(table, (double)pool->count / pool->sources);
    sheet_count(table, pool->phases_least);
    sheet_count(table, pool->phases_most);
    sheet_number(table, few_share(pool));
    sheet_count(table, pool->updated[(pool->count - 1) / 2]);
    sheet_count(table, pool->updated[pool->count - 1]);
}

static void claim(struct report *report, const struct study_map *map,
                  const struct pool *pool)
{
    double few = few_share(pool);
    uint32_t most = pool->updated[pool->count - 1];

    report_add_claim(
        report,
        (struct claim){
            .place = "section 4, figure 5",
            .says = report_words(report,
                                 "%s: over half of the phases update 10,000 "
                                 "vertices or fewer",
                                 map->name),
            .paper = "59 %",
            .here = report_words(report, "%.1f %%", few),
            .verdict = suzuki_verdict(map->map, few > HALF),
            .why = suzuki_why(map->map),
        });
    report_add_claim(
        report, (struct claim){
                    .place = "section 4, figure 5",
                    .says = report_words(report,
                                         "%s: the largest phases update above "
                                         "500,000 vertices",
                                         map->name),
                    .paper = "above 500,000",
                    .here = report_words(report, "up to %u", most),
                    .verdict = suzuki_verdict(map->map, most > MANY),
                    .why = suzuki_why(map->map),
                });
}

static int show_map(const struct study *study, struct output *output,
                    const struct study_map *map, struct error *error)
{
    struct pool pool = {.sources = study_sources(study, SOURCES)};
    int r = fill_pool(study, map->map, &pool, error);

    if (!r) {
        distribution_sort(pool.updated, pool.count);
        add_map(output->maps, map->name, &pool);
        distribution_add_curve(
            pool.updated, pool.count, map->name, output->curve,
            chart_add_series(output->panel, map->name, CHART_LINE));
        claim(output->report, map, &pool);
    }
    free(pool.updated);
    return r;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct chart *chart = report_add_chart(
        report, NULL,
        "Updated vertices of all phases (Suzuki et al., figure 5)",
        "updated vertices", CHART_LOG);
    struct output output = {
        .report = report,
        .panel = chart_add_panel(chart, "share of phases", CHART_LINEAR),
    };
    int r = 0;

    output.maps = report_add_table(report, "maps", "phases by map", map_columns,
                                   MAP_COLUMNS);
    output.curve = report_add_table(
        report, NULL, "share of phases up to a number of updated vertices",
        curve_columns, CURVE_COLUMNS);
    for (size_t i = 0; !r && i < study->map_count; i++)
        r = show_map(study, &output, &study->maps[i], error);
    report_add_note(report,
                    "A query's last phase, which updates nothing, counts too.");
    return r;
}

const struct figure suzuki_figure_5 = {
    .id = "figure-5",
    .title = "distribution of updated vertices over the phases of many queries",
    .needs_maps = true,
    .run = run,
};
