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

struct options {
    const char *paper; /* its name, or NULL */
    char *figures;     /* comma-separated ids; NULL: all */
    bool list;
    struct study_options study;
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
    struct study_options *study = &options->study;

    switch (option) {
    case 'f':
        options->figures = optarg;
        return 0;
    case 'o':
        study->folder = optarg;
        if (*optarg)
            return 0;
        return command_usage(argv[0], "--out wants the name of a folder");
    case 'n':
        return arguments_count(argv, "--sources", &study->sources);
    case 'e':
        return arguments_seed(argv, &study->seed);
    case 'd':
        study->device = optarg;
        return 0;
    case 'g':
        return arguments_count(argv, "--largest", &study->largest);
    case 'b':
        study->boost = optarg;
        return 0;
    case 's':
        return arguments_set(argv, &study->settings, optarg);
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
                             papers[0].name);
    options->study.map_paths = argv + optind;
    options->study.map_count = (size_t)(argc - optind);
    return 0;
}

/* NULL after a message. */
static const struct paper *find_paper(char **argv, const char *name)
{
    char names[256] = "";

    for (const struct paper *paper = papers; paper->name; paper++) {
        if (!strcmp(paper->name, name))
            return paper;
        text_list_add(names, sizeof(names), paper->name);
    }
    command_usage(argv[0], "no paper '%s'; there are %s", name, names);
    return NULL;
}

/* Appends the figure to a list, unless it is in there. False: the paper has
 * none of that id. */
static bool add_figure(const struct paper *paper, const char *id,
                       const struct figure **chosen)
{
    for (size_t i = 0; paper->figures[i]; i++) {
        if (strcmp(paper->figures[i]->id, id))
            continue;
        while (*chosen && *chosen != paper->figures[i])
            chosen++;
        *chosen = paper->figures[i];
        return true;
    }
    return false;
}

static int choose_named(char **argv, const struct paper *paper, char *ids,
                        const struct figure **chosen)
{
    const char *id[2 * PAPER_FIGURES_MAX];
    size_t count = arguments_split(ids, id, 2 * PAPER_FIGURES_MAX);

    if (!count)
        return command_usage(argv[0], "--figure wants ids with commas between");
    for (size_t i = 0; i < count; i++) {
        if (!add_figure(paper, id[i], chosen))
            return command_usage(argv[0],
                                 "%s has no '%s' here; 'relaxlab paper %s "
                                 "--list' tells what it has",
                                 paper->name, id[i], paper->name);
    }
    return 0;
}

/* Refuses options that would have no effect. */
static int refuse_useless(char **argv, const struct paper *paper,
                          const struct study_options *study)
{
    const struct {
        unsigned use;
        bool given;
        const char *words;
    } given[] = {
        {PAPER_MAPS, study->map_count > 0, "maps"},
        {PAPER_SOURCES, study->sources > 0, "--sources"},
        {PAPER_LARGEST, study->largest > 0, "--largest"},
        {PAPER_BOOST, study->boost, "--boost"},
        {PAPER_SETTINGS, study->settings.count > 0, "--set"},
    };

    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        if (given[i].given && !(paper->uses & given[i].use))
            return command_usage(argv[0], "%s has no use for %s", paper->name,
                                 given[i].words);
    }
    return 0;
}

/* Fills a zeroed list. */
static int choose(char **argv, const struct options *options,
                  const struct paper *paper, const struct figure **chosen)
{
    int r = refuse_useless(argv, paper, &options->study);

    if (!r && options->figures)
        r = choose_named(argv, paper, options->figures, chosen);
    else if (!r)
        memcpy(chosen, paper->figures, sizeof(paper->figures));
    for (; !r && *chosen; chosen++) {
        if ((*chosen)->needs_maps && !options->study.map_count)
            r = command_usage(argv[0], "wants at least one map file for %s",
                              (*chosen)->id);
    }
    return r;
}

static int list(char **argv, const char *name)
{
    const struct paper *only = name ? find_paper(argv, name) : NULL;

    if (name && !only)
        return EXIT_USAGE;
    for (const struct paper *paper = papers; paper->name; paper++) {
        if (only && paper != only)
            continue;
        printf("%s\n    %s\n", paper->name, paper->title);
        for (size_t i = 0; paper->figures[i]; i++)
            printf("    %-14s %s%s\n", paper->figures[i]->id,
                   paper->figures[i]->title,
                   paper->figures[i]->needs_cuda ? " (CUDA)" : "");
    }
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct options options = {.study = {.device = "auto", .seed = 1}};
    const struct figure *figures[PAPER_FIGURES_MAX + 1] = {0};
    const struct paper *paper;
    struct error error;
    size_t missing;
    int r = parse(argc, argv, &options);

    if (r)
        return r;
    if (options.list)
        return list(argv, options.paper);
    paper = find_paper(argv, options.paper);
    if (!paper)
        return EXIT_USAGE;
    r = choose(argv, &options, paper, figures);
    if (r)
        return r;
    r = paper_run(paper, figures, &options.study, &missing, &error);
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
