#include "core/graph/import/osm/osm_import.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/import/osm/network/osm_network.h"
#include "core/graph/road_network/road_map.h"

static bool any_wants_way(void *context, const struct tags *tags)
{
    const struct osm_import_settings *settings = context;

    for (size_t i = 0; i < settings->profile_count; i++) {
        if (profile_wants_way(settings->profiles[i], tags))
            return true;
    }
    return false;
}

static bool any_wants_node(void *context, const struct tags *tags)
{
    const struct osm_import_settings *settings = context;

    for (size_t i = 0; i < settings->profile_count; i++) {
        if (profile_wants_node(settings->profiles[i], tags))
            return true;
    }
    return false;
}

/* Nodes that no way passes are read for transfers alone. */
static bool any_transfers(const struct osm_import_settings *settings)
{
    for (size_t i = 0; i < settings->profile_count; i++) {
        if (profile_transfers(settings->profiles[i])->radius_m > 0)
            return true;
    }
    return false;
}

/* The names of the files without their folders. */
static void name_source(const struct osm_import_settings *settings,
                        char *source, size_t size)
{
    source[0] = '\0';
    for (size_t i = 0; i < settings->path_count; i++) {
        const char *slash = strrchr(settings->paths[i], '/');

        text_list_add(source, size, slash ? slash + 1 : settings->paths[i]);
    }
}

static const char making[] = "making maps";

/* Of maps that are made one after the other, in two steps each. */
struct steps {
    struct progress *progress;
    uint64_t done;
    uint64_t total;
};

static void take_step(struct steps *steps)
{
    progress_report(steps->progress, making, ++steps->done, steps->total);
}

/* With the most frequent reasons why ways are not used. */
static int refuse_closed(const struct import_report *report,
                         struct error *error)
{
    enum { REASONS_TOLD = 3 };
    struct import_report left = *report;
    char words[300] = "";

    for (int told = 0; told < REASONS_TOLD; told++) {
        int most = COUNT_WAYS_NO_ROAD;
        size_t length = strlen(words);

        for (int i = most; i <= COUNT_WAYS_NO_SEGMENT; i++)
            most = left.count[i] > left.count[most] ? i : most;
        if (!left.count[most])
            break;
        snprintf(words + length, sizeof(words) - length, "; %s: %" PRIu64,
                 import_count_words((enum import_count)most), left.count[most]);
        left.count[most] = 0;
    }
    return error_set(
        error, -EINVAL, "no road is open to the profile: %s: %" PRIu64 "%s",
        import_count_words(COUNT_WAYS), report->count[COUNT_WAYS], words);
}

/* `last`: the data is not needed after this, and is gone before the map grows
 * largest. */
static int make_map(struct osm_data *data, bool last,
                    const struct profile *profile,
                    const struct road_map_settings *settings,
                    struct steps *steps, struct map **ret_map,
                    struct error *error)
{
    struct import_report report;
    struct road_network network;
    int r = osm_network_make(data, profile, &network, &report, error);

    take_step(steps);
    if (!r && !road_network_is_open(&network)) {
        r = refuse_closed(&report, error);
        road_network_finish(&network);
    }
    if (last)
        osm_data_finish(data);
    if (!r) {
        r = road_map_make(&network, settings, ret_map, error);
        take_step(steps);
        road_network_finish(&network);
    }
    if (r)
        error_prefix(error, "'%s': profile '%s'", settings->source,
                     profile_general(profile)->name);
    else
        (*ret_map)->report = report;
    return r;
}

static int make_maps(struct osm_data *data,
                     const struct osm_import_settings *settings,
                     struct progress *progress, struct map **ret_maps,
                     struct error *error)
{
    size_t count = settings->profile_count;
    struct map **maps = array_zero(count, sizeof(*maps));
    char source[sizeof((*maps)->info.source)];
    char generator[sizeof(data->generator)];
    const struct road_map_settings map_settings = {
        .small_component = settings->small_component,
        .unordered = settings->unordered,
        .source = source,
        .generator = generator,
    };
    struct steps steps = {progress, 0, 2 * count};
    int r = maps ? 0 : error_no_memory(error);

    name_source(settings, source, sizeof(source));
    text_copy_line(generator, sizeof(generator), data->generator);
    progress_report(progress, making, 0, steps.total);
    for (size_t i = 0; i < count && !r; i++)
        r = make_map(data, i + 1 == count, settings->profiles[i], &map_settings,
                     &steps, &maps[i], error);
    for (size_t i = 0; i < count && maps; i++) {
        if (r)
            map_destroy(maps[i]);
        else
            ret_maps[i] = maps[i];
    }
    free(maps);
    return r;
}

int osm_import(const struct osm_import_settings *settings,
               struct progress *progress, struct map **ret_maps,
               struct error *error)
{
    const struct osm_filter filter = {
        .wants_way = any_wants_way,
        .wants_node = any_transfers(settings) ? any_wants_node : NULL,
        .context = (void *)settings,
    };
    struct osm_data data = {0};
    int r = osm_files_read(settings->paths, settings->path_count, &filter,
                           progress, &data, error);

    r = r ? r : make_maps(&data, settings, progress, ret_maps, error);
    osm_data_finish(&data);
    return r;
}
