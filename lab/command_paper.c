/* relaxlab paper: reproduces the tables and figures of the papers that relaxd
 * follows, on this machine. */
#include <errno.h>

#include "clients/relaxctl/arguments.h"
#include "core/base/text.h"
#include "lab/commands.h"
#include "lab/gnuplot.h"
#include "lab/paper/paper.h"

struct options {
    const struct paper *paper; /* NULL: all, to list them */
    char *ids;                 /* comma-separated, of figures; NULL: all */
    const struct figure *figures[PAPER_FIGURES_MAX + 1];
    bool list;
    struct study_options study;
};

/* NULL after a message. */
static const struct paper *find_paper(const char *name)
{
    char names[256] = "";

    for (const struct paper *paper = papers; paper->name; paper++) {
        if (!strcmp(paper->name, name))
            return paper;
        text_list_add(names, sizeof(names), paper->name);
    }
    command_usage("no paper '%s'; there are %s", name, names);
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

static int choose_named(const struct paper *paper, char *ids,
                        const struct figure **chosen)
{
    const char *id[2 * PAPER_FIGURES_MAX];
    size_t count = arguments_split(ids, id, 2 * PAPER_FIGURES_MAX);

    if (!count)
        return command_usage("--figure needs ids with commas between");
    for (size_t i = 0; i < count; i++) {
        if (!add_figure(paper, id[i], chosen))
            return command_usage("%s has no '%s' here; 'relaxlab paper %s "
                                 "--list' tells what it has",
                                 paper->name, id[i], paper->name);
    }
    return 0;
}

/* Refuses options that would have no effect. */
static int refuse_useless(const struct paper *paper,
                          const struct study_options *study)
{
    const struct {
        bool used;
        bool given;
        const char *words;
    } given[] = {
        {paper->uses_maps, study->map_count > 0, "maps"},
        {paper->uses_maps, study->sources > 0, "--sources"},
        {paper->grows_maps, study->largest > 0, "--largest"},
        {paper->grows_maps, study->boost, "--boost"},
        {paper->uses_maps, study->settings.count > 0, "--set"},
    };

    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        if (given[i].given && !given[i].used)
            return command_usage("%s has no use for %s", paper->name,
                                 given[i].words);
    }
    return 0;
}

static int choose(struct options *options)
{
    const struct paper *paper = options->paper;
    const struct figure **chosen = options->figures;
    int r = refuse_useless(paper, &options->study);

    if (!r && options->ids)
        r = choose_named(paper, options->ids, chosen);
    else if (!r)
        memcpy(chosen, paper->figures, sizeof(paper->figures));
    for (; !r && *chosen; chosen++) {
        if ((*chosen)->needs_maps && !options->study.map_count)
            r = command_usage("needs at least one map file for %s",
                              (*chosen)->id);
    }
    return r;
}

static int take(void *context, int argc, char **argv)
{
    struct options *options = context;

    if (!argc)
        return options->list ? 0
                             : command_usage("needs the name of a paper, such "
                                             "as %s",
                                             papers[0].name);
    options->paper = find_paper(argv[0]);
    if (!options->paper)
        return EXIT_USAGE;
    options->study.map_paths = argv + 1;
    options->study.map_count = (size_t)(argc - 1);
    return options->list ? 0 : choose(options);
}

static int list(const struct paper *only)
{
    for (const struct paper *paper = papers; paper->name; paper++) {
        if (only && paper != only)
            continue;
        printf("%s\n    %s\n", paper->name, paper->title);
        for (size_t i = 0; paper->figures[i]; i++)
            printf("    %-14s %s%s\n", paper->figures[i]->id,
                   paper->figures[i]->title,
                   paper->figures[i]->needs_cuda ? " (CUDA)" : "");
    }
    return 0;
}

static int run(void *context, struct error *error)
{
    const struct options *options = context;
    size_t missing;
    int r;

    if (options->list)
        return list(options->paper);
    r = options->study.folder ? gnuplot_check(error) : 0;
    if (r)
        return r;
    r = paper_run(options->paper, options->figures, &options->study, &missing,
                  error);
    if (!r && missing)
        r = error_set(error, -ENODEV,
                      "%zu of what was asked for could not be measured here, "
                      "as said beside it",
                      missing);
    return r;
}

static struct options options = {.study = {.device = "auto", .seed = 1}};

#define FIELD(field) offsetof(struct options, field)

static const struct argument arguments[] = {
    {"list", NULL, ARGUMENT_FLAG, FIELD(list),
     .help = "the papers and their figures"},
    {"figure", "ID[,ID]", ARGUMENT_TEXT, FIELD(ids),
     .help = "only these; default all of the paper's"},
    {"out", "FOLDER", ARGUMENT_FOLDER, FIELD(study.folder),
     .help = "also as files: NAME-FIGURE.csv, .svg or .png, and "
             "NAME-claims.csv"},
    {"sources", "N", ARGUMENT_NUMBER, FIELD(study.sources), .least = 1,
     .help = "queries; default as many as the paper took"},
    {"seed", "N", ARGUMENT_NUMBER_64, FIELD(study.seed),
     .help = "draws them; default 1"},
    {"device", "DEVICE", ARGUMENT_TEXT, FIELD(study.device),
     .help = "auto, cpu, cuda or cuda:N; with cpu only what needs no GPU; "
             "default auto"},
    {"largest", "N", ARGUMENT_NUMBER, FIELD(study.largest), .least = 1,
     .help = "where a figure makes maps or arrays of growing size: up to this; "
             "default as the figure has it"},
    {"boost", "PROGRAM", ARGUMENT_TEXT, FIELD(study.boost),
     .help = "tests/bench/boost_dijkstra of the build, to set Boost's Dijkstra "
             "beside the solvers"},
    {"set", "OPTION=VALUE", ARGUMENT_SETTING, FIELD(study.settings.given),
     ARGUMENT_LIST(struct options, study.settings.count,
                   ARGUMENTS_SETTINGS_MAX),
     .help = "an option of those solvers that have it, or SOLVER.OPTION of "
             "one"},
    {0},
};

const struct command command_paper = {
    .name = "paper",
    .summary = "a paper's tables and figures, measured here, its claims beside "
               "them",
    .usage = "NAME [MAP...] [OPTIONS]\n"
             "[NAME] --list",
    .about =
        "Makes the tables and figures of a paper anew, on these maps and this "
        "machine, and says of each of the paper's claims whether it holds "
        "here. Updated vertices are counted on the CPU where there is no GPU, "
        "at two seconds a source and million vertices. Ends with 1 where "
        "something that was asked for could not be measured.",
    .examples = "  relaxlab paper suzuki kanto.rlx --sources 100 --out figures",
    .arguments = {arguments},
    .options = &options,
    .take = take,
    .run = run,
};
