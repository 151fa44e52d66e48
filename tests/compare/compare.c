/* compare: relaxd and routino on the same data, by the same rules.
 *
 * Says for each traveller how much is alike, and why the rest is not; ends with
 * 1 where something is unexplained. tests/compare/README.md says more. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/import/osm/file/osm_file.h"
#include "tests/compare/fail.h"
#include "tests/compare/tally.h"

static const char usage[] =
    "usage: compare [OPTIONS] DATA RULES FOLDER\n"
    "\n"
    "DATA is a file of OpenStreetMap data, RULES the folder of car.conf and\n"
    "tagging.xml, FOLDER one for files that may be lost.\n"
    "\n"
    "  -d FILE   the same data as routino can read them (DATA)\n"
    "  -s COUNT  random sources (6)\n"
    "  -t COUNT  targets of each (50)\n"
    "  -a COUNT  of these, asked of routino-router (40)\n"
    "  -v        name each difference\n";

struct world {
    const char *path;
    const char *routino_path;
    const char *rules;
    const char *folder;
    struct route_counts counts;
    bool verbose;
    struct profile *profiles[TRAVELLERS];
    struct osm_data data;
    struct passing passing;
    struct routino routino;
    struct twins twins;
};

static uint32_t take_count(const char *text)
{
    char *end;
    unsigned long count = strtoul(text, &end, 10);

    if (!*text || *end || count > 1000000)
        fail("'%s' is no count up to 1000000", text);
    return (uint32_t)count;
}

static void take_options(struct world *world, int argc, char **argv)
{
    int option;

    while ((option = getopt(argc, argv, "d:s:t:a:v")) != -1) {
        if (option == 'd')
            world->routino_path = optarg;
        else if (option == 's')
            world->counts.sources = take_count(optarg);
        else if (option == 't')
            world->counts.targets = take_count(optarg);
        else if (option == 'a')
            world->counts.asked = take_count(optarg);
        else if (option == 'v')
            world->verbose = true;
        else
            fail("\n%s", usage);
    }
    if (argc - optind != 3)
        fail("\n%s", usage);
    world->path = argv[optind];
    world->rules = argv[optind + 1];
    world->folder = argv[optind + 2];
    if (!world->routino_path)
        world->routino_path = world->path;
}

static bool any_wants_way(void *context, const struct tags *tags)
{
    const struct world *world = context;

    for (int t = 0; t < TRAVELLERS; t++) {
        if (profile_wants_way(world->profiles[t], tags))
            return true;
    }
    return false;
}

static void make_world(struct world *world)
{
    const struct osm_filter filter = {any_wants_way, NULL, world};
    struct error error;

    for (int t = 0; t < TRAVELLERS; t++) {
        char path[1024];

        snprintf(path, sizeof(path), "%s/%s.conf", world->rules,
                 traveller_name((enum traveller)t));
        if (profile_open(path, NULL, 0, &world->profiles[t], &error))
            fail("%s", error.text);
    }
    if (osm_files_read(&world->path, 1, &filter, NULL, &world->data, &error))
        fail("%s", error.text);
    passing_make(&world->passing, &world->data);
    routino_make(&world->routino, world->routino_path, world->folder,
                 world->rules);
    twins_make(&world->twins, &world->data, &world->routino);
}

static void finish_world(struct world *world)
{
    twins_finish(&world->twins);
    routino_finish(&world->routino);
    passing_finish(&world->passing);
    osm_data_finish(&world->data);
    for (int t = 0; t < TRAVELLERS; t++)
        profile_destroy(world->profiles[t]);
}

static bool check_lengths(const struct ours *ours, enum traveller traveller)
{
    struct tally tally = {.alike = ours->matched - ours->unlike};

    tally.other[RULE_NONE] = ours->unlike;
    return tally_print(&tally, traveller, "lengths of segments");
}

static bool compare(const struct world *world, enum traveller traveller)
{
    struct tally roads = {0}, turns = {0}, routes = {0}, answers = {0};
    struct ours ours;
    struct comparison comparison = {
        .data = &world->data,
        .passing = &world->passing,
        .profiles = world->profiles,
        .routino = &world->routino,
        .twins = &world->twins,
        .ours = &ours,
        .traveller = traveller,
        .verbose = world->verbose,
    };
    bool good;

    ours_make(&ours, &world->data, world->profiles[traveller], &world->routino,
              &world->twins);
    good = check_lengths(&ours, traveller);
    check_roads(&comparison, &roads);
    good &= tally_print(&roads, traveller, "roads");
    check_turns(&comparison, &turns);
    good &= tally_print(&turns, traveller, "turns");
    check_routes(&comparison, &world->counts, &routes, &answers);
    if (world->counts.sources)
        good &= tally_print(&routes, traveller, "routes by routino's data");
    if (world->counts.sources && world->counts.asked)
        good &= tally_print(&answers, traveller, "answers of routino-router");
    ours_finish(&ours);
    return good;
}

int main(int argc, char **argv)
{
    struct world world = {.counts = {6, 50, 40}};
    bool good = true;

    take_options(&world, argc, argv);
    make_world(&world);
    for (int t = 0; t < TRAVELLERS; t++)
        good &= compare(&world, (enum traveller)t);
    finish_world(&world);
    return !good;
}
