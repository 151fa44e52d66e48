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

/* Only transfers need nodes that no way passes. */
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
    for (size_t i = 0; i < settings->path_count; i++)
        text_list_add(source, size, basename(settings->paths[i]));
}

static const char making[] = "making maps";

/* Progress over several maps, each made in two steps. */
struct steps {
    struct progress *progress;
    uint64_t done;
    uint64_t total;
};

static void take_step(struct steps *steps)
{
    progress_report(steps->progress, making, ++steps->done, steps->total);
}

/* Names the most frequent reasons for unused ways. */
static int refuse_closed(const struct import_report *report,
                         struct error *error)
{
    enum { REASONS_MAX = 3 };
    struct import_report left = *report;
    char words[300] = "";

    for (int i = 0; i < REASONS_MAX; i++) {
        int most = COUNT_WAYS_NO_ROAD;
        size_t length = strlen(words);

        for (int c = most; c <= COUNT_WAYS_NO_SEGMENT; c++)
            most = left.count[c] > left.count[most] ? c : most;
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

/* `last`: no later map needs the data, which is freed before the map reaches
 * its peak size. */
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

/* ---- The importer -------------------------------------------------------- */

enum { SETS_MAX = 64 };

static bool is_set(const char *text)
{
    size_t key = strcspn(text, ".=");

    return text[key] == '.' && strchr(text + key, '=');
}

static const char conditional[] = "parse-conditional-restrictions";

static const struct importer_option options[] = {
    {
        .name = "profile",
        .synonym = "profiles",
        .letter = 'p',
        .value = VALUE_TEXT,
        .argument = "LIST",
        .help = "with OpenStreetMap data: names that 'relaxctl profile' lists, "
                "or files, which have a / or end in .conf, commas between; "
                "default car. The first is whose map answers unless asked else",
    },
    {
        .name = "set",
        .value = VALUE_TEXT,
        .argument = "S.KEY=VALUE",
        .times_max = SETS_MAX,
        .accepts = is_set,
        .form = "section.key=value",
        .help = "overrides the profile's KEY in its section S; may be given "
                "again",
    },
    {
        .name = "data-version",
        .value = VALUE_TEXT,
        .argument = "TEXT",
        .size_max = sizeof(((struct map_info *)NULL)->data_version) - 1,
        .help = "what the data is called: 'relaxctl info' and answers in "
                "OSRM's form tell; at most 127 bytes",
    },
    {
        .name = "small-component-size",
        .value = VALUE_COUNT,
        .argument = "N",
        .help = "snapping avoids roads of fewer than N pieces that cannot be "
                "reached from elsewhere, or left; default a tenth of the "
                "largest network, and at most 1000",
    },
    {
        .name = conditional,
        .value = VALUE_NONE,
        .help =
            "keeps turn restrictions and closures of roads that hold at "
            "times only, for 'relaxd --parse-conditionals-from-now'; as --set "
            "restrictions.conditional=yes",
    },
};

static bool detects(const char *path, const struct import_request *request)
{
    return osm_file_is_one(path);
}

/* Opens the profiles that the options name. */
static int open_profiles(const struct import_request *request,
                         struct profile_list *ret_list, struct error *error)
{
    const char *names = import_given(request, "profile");
    const char *set[SETS_MAX + 1];
    size_t set_count = 0;

    for (size_t i = 0; i < request->given_count && set_count < SETS_MAX; i++) {
        if (!strcmp(request->given[i].name, "set"))
            set[set_count++] = request->given[i].text;
    }
    if (import_given(request, conditional))
        set[set_count++] = "restrictions.conditional=yes";
    return profile_list_open(names ? names : "car", set, set_count, ret_list,
                             error);
}

static int import_by(const struct import_request *request,
                     const struct profile_list *profiles,
                     struct progress *progress,
                     struct import_result *ret_result, struct error *error)
{
    const char *small = import_given(request, "small-component-size");
    const char *version = import_given(request, "data-version");
    struct osm_import_settings settings = {
        .paths = request->paths,
        .path_count = request->path_count,
        .profiles = profiles->profile,
        .profile_count = profiles->count,
        .small_component = ROAD_SMALL_AUTO,
        .unordered = request->unordered,
    };
    int r;

    if (small)
        parse_u32(small, &settings.small_component);
    r = osm_import(&settings, progress, ret_result->map, error);
    if (r)
        return r;
    ret_result->count = profiles->count;
    for (size_t i = 0; i < profiles->count && version; i++)
        text_copy_line(ret_result->map[i]->info.data_version,
                       sizeof(ret_result->map[i]->info.data_version), version);
    return 0;
}

static int run(const struct import_request *request, struct progress *progress,
               struct import_result *ret_result, struct error *error)
{
    struct profile_list profiles;
    int r;

    if (request->profiles)
        return import_by(request, request->profiles, progress, ret_result,
                         error);
    r = open_profiles(request, &profiles, error);
    if (r)
        return r;
    r = import_by(request, &profiles, progress, ret_result, error);
    profile_list_finish(&profiles);
    return r;
}

const struct importer_ops osm_importer = {
    .name = "OpenStreetMap data",
    .help = "FILE is OpenStreetMap data: .osm.pbf, .osm, .osm.gz, .osm.bz2, "
            ".o5m or "
            ".opl; several become one map. Profiles say who travels on it; "
            "each is a map of its own in OUT.rlx, served by name.",
    .known_by = "a file whose name ends in .osm.pbf, .osm, .o5m or .opl",
    .several = true,
    .version = OSM_IMPORT_VERSION,
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .detects = detects,
    .run = run,
};
