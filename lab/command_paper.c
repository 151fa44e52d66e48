/* relaxlab paper: reproduces the tables and figures of the papers that relaxd
 * follows, on this machine. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>

#include "clients/relaxctl/arguments.h"
#include "core/base/text.h"
#include "lab/commands.h"
#include "lab/paper/paper.h"
#include "lab/paper/study.h"

enum { FIGURES_MAX = 32 };

struct options {
    const char *paper; /* its name, or NULL */
    char *figures;     /* comma-separated ids; NULL: all */
    bool list;
    struct study_wish wish;
};

/* The requested paper and figures. */
struct chosen {
    const struct paper *paper;
    const struct figure *figure[FIGURES_MAX];
    size_t figure_count;
};

static const struct option long_options[] = {
    {"figure", required_argument, NULL, 'f'},
    {"out", required_argument, NULL, 'o'},
    {"sources", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 'e'},
    {"device", required_argument, NULL, 'd'},
    {"largest", required_argument, NULL, 'g'},
    {"boost", required_argument, NULL, 'b'},
    {"set", required_argument, NULL, 's'},
    {"list", no_argument, NULL, 'l'},
    {0},
};

static int parse_option(void *context, char **argv, int option)
{
    struct options *options = context;

    struct study_wish *wish = &options->wish;

    switch (option) {
    case 'f':
        options->figures = optarg;
        return 0;
    case 'o':
        wish->folder = optarg;
        if (*optarg)
            return 0;
        return command_usage(argv[0], "--out wants the name of a folder");
    case 'n':
        return arguments_count(argv, "--sources", &wish->sources);
    case 'e':
        return arguments_seed(argv, &wish->seed);
    case 'd':
        wish->device = optarg;
        return 0;
    case 'g':
        return arguments_count(argv, "--largest", &wish->largest);
    case 'b':
        wish->boost = optarg;
        return 0;
    case 's':
        return arguments_set(argv, &wish->settings, optarg);
    case 'l':
        options->list = true;
        return 0;
    default:
        return arguments_refuse(argv, option);
    }
}

static int parse(int argc, char **argv, struct options *options)
{
    int r = arguments_parse(argc, argv, ":", long_options, "s", parse_option,
                            options);

    if (r)
        return r;
    if (optind < argc)
        options->paper = argv[optind++];
    else if (!options->list)
        return command_usage(argv[0], "wants the name of a paper, such as %s",
                             papers[0]->name);
    options->wish.map_paths = argv + optind;
    options->wish.map_count = (size_t)(argc - optind);
    return 0;
}

static int refuse_paper(char **argv, const char *name)
{
    char names[256] = "";

    for (size_t i = 0; i < paper_count; i++)
        text_list_add(names, sizeof(names), papers[i]->name);
    return command_usage(argv[0], "no paper '%s'; there are %s", name, names);
}

static bool is_chosen(const struct chosen *chosen, const struct figure *figure)
{
    for (size_t i = 0; i < chosen->figure_count; i++) {
        if (chosen->figure[i] == figure)
            return true;
    }
    return false;
}

static int choose_named(char **argv, char *ids, struct chosen *chosen)
{
    const char *id[FIGURES_MAX];
    size_t count = arguments_split(ids, id, FIGURES_MAX);

    if (!count)
        return command_usage(argv[0], "--figure wants ids with commas between");
    for (size_t i = 0; i < count; i++) {
        const struct figure *figure = paper_find_figure(chosen->paper, id[i]);

        if (!figure)
            return command_usage(argv[0],
                                 "%s has no '%s' here; 'relaxlab paper %s "
                                 "--list' tells what it has",
                                 chosen->paper->name, id[i],
                                 chosen->paper->name);
        if (!is_chosen(chosen, figure))
            chosen->figure[chosen->figure_count++] = figure;
    }
    return 0;
}

static void choose_all(struct chosen *chosen)
{
    for (size_t i = 0; i < chosen->paper->figure_count && i < FIGURES_MAX; i++)
        chosen->figure[chosen->figure_count++] = chosen->paper->figures[i];
}

/* Refuses options that would have no effect. */
static int refuse_useless(char **argv, const struct paper *paper,
                          const struct study_wish *wish)
{
    const struct {
        unsigned use;
        bool given;
        const char *words;
    } given[] = {
        {PAPER_MAPS, wish->map_count > 0, "maps"},
        {PAPER_SOURCES, wish->sources > 0, "--sources"},
        {PAPER_LARGEST, wish->largest > 0, "--largest"},
        {PAPER_BOOST, wish->boost, "--boost"},
        {PAPER_SETTINGS, wish->settings.count > 0, "--set"},
    };

    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        if (given[i].given && !(paper->uses & given[i].use))
            return command_usage(argv[0], "%s has no use for %s", paper->name,
                                 given[i].words);
    }
    return 0;
}

static int choose(char **argv, const struct options *options,
                  struct chosen *ret_chosen)
{
    struct chosen chosen = {.paper = paper_find(options->paper)};
    int r = 0;

    if (!chosen.paper)
        return refuse_paper(argv, options->paper);
    r = refuse_useless(argv, chosen.paper, &options->wish);
    if (r)
        return r;
    if (options->figures)
        r = choose_named(argv, options->figures, &chosen);
    else
        choose_all(&chosen);
    for (size_t i = 0; !r && i < chosen.figure_count; i++) {
        if (chosen.figure[i]->needs_maps && !options->wish.map_count)
            r = command_usage(argv[0], "wants at least one map file for %s",
                              chosen.figure[i]->id);
    }
    if (!r)
        *ret_chosen = chosen;
    return r;
}

static void list_paper(const struct paper *paper)
{
    printf("%s\n    %s\n", paper->name, paper->title);
    for (size_t i = 0; i < paper->figure_count; i++) {
        const struct figure *figure = paper->figures[i];

        printf("    %-14s %s%s\n", figure->id, figure->title,
               figure->needs_cuda ? " (CUDA)" : "");
    }
}

static int list(char **argv, const char *name)
{
    const struct paper *only = name ? paper_find(name) : NULL;

    if (name && !only)
        return refuse_paper(argv, name);
    for (size_t i = 0; i < paper_count; i++) {
        if (!only || papers[i] == only)
            list_paper(papers[i]);
    }
    return EXIT_DONE;
}

static int make_figures(const struct options *options,
                        const struct chosen *chosen, size_t *ret_missing,
                        struct error *error)
{
    struct study *study;
    size_t missing = 0;
    int r = study_create(&options->wish, &study, error);

    if (r)
        return r;
    printf("%s: %s\n%s\n", chosen->paper->name, chosen->paper->title,
           study->machine);
    r = study_run(study, chosen->paper, chosen->figure, chosen->figure_count,
                  options->wish.folder, &missing, error);
    study_destroy(study);
    if (!r)
        *ret_missing = missing;
    return r;
}

static int run(int argc, char **argv)
{
    struct options options = {.wish = {.device = "auto", .seed = 1}};
    struct chosen chosen;
    struct error error;
    size_t missing;
    int r = parse(argc, argv, &options);

    if (r)
        return r;
    if (options.list)
        return list(argv, options.paper);
    r = choose(argv, &options, &chosen);
    if (r)
        return r;
    r = make_figures(&options, &chosen, &missing, &error);
    if (!r && missing)
        r = error_set(&error, -ENODEV,
                      "%zu of what was asked for could not be measured here, "
                      "as said beside it",
                      missing);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_paper = {
    .name = "paper",
    .summary = "a paper's tables and figures, measured here, its claims beside "
               "them",
    .help =
        "usage: relaxlab paper NAME MAP... [OPTIONS]\n"
        "       relaxlab paper [NAME] --list\n"
        "\n"
        "Makes the tables and figures of a paper anew, on these maps and this\n"
        "machine, and says of each of the paper's claims whether it holds\n"
        "here. Updated vertices are counted on the CPU where there is no GPU,\n"
        "at two seconds a source and million vertices. Ends with 1 where\n"
        "something that was asked for could not be measured.\n"
        "\n"
        "  --list              the papers and their figures\n"
        "  --figure ID[,ID]    only these; default all of the paper's\n"
        "  --out FOLDER        also as files: NAME-FIGURE.csv, .svg or .png,\n"
        "                      and NAME-claims.csv\n"
        "  --sources N         queries; default as many as the paper took\n"
        "  --seed N            draws them; default 1\n"
        "  --device DEVICE     auto, cpu, cuda or cuda:N; with cpu only what\n"
        "                      needs no GPU; default auto\n"
        "  --largest N         where a figure makes maps or arrays of growing\n"
        "                      size: up to this; default as the figure has it\n"
        "  --boost PROGRAM     tests/bench/boost_dijkstra of the build, to\n"
        "                      set Boost's Dijkstra beside the solvers\n"
        "  --set OPTION=VALUE  an option of those solvers that have it, or\n"
        "                      SOLVER.OPTION of one\n"
        "\n"
        "Example:\n"
        "  relaxlab paper suzuki kanto.rlx --sources 100 --out figures\n",
    .run = run,
};
