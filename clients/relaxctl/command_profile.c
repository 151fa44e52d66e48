/* relaxctl profile: prints the bundled profiles, to read and adapt. */
#include <errno.h>
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "core/graph/profile/profile.h"

struct options {
    const char *name; /* NULL: list all */
    bool check;
};

static int list(void)
{
    for (const char *const *name = profile_names(); *name; name++)
        puts(*name);
    return 0;
}

static int print(const char *name, struct error *error)
{
    const char *text = profile_text(name);
    struct profile *profile;
    int r;

    if (text) {
        fputs(text, stdout);
        return 0;
    }
    r = profile_find(name, NULL, 0, &profile, error);
    return r ? r : error_set(error, -ENOENT, "no profile '%s'", name);
}

static int check(const char *name, struct error *error)
{
    struct profile_list profiles;
    int r = profile_list_open(name, NULL, 0, &profiles, error);

    if (r)
        return r;
    for (size_t i = 0; i < profiles.count; i++)
        printf("%s: profile '%s' is in order\n", name,
               profile_general(profiles.profile[i])->name);
    profile_list_finish(&profiles);
    return 0;
}

static int take(void *context, int argc, char **argv)
{
    struct options *options = context;

    if (argc > 1 || (options->check && !argc))
        return command_usage("takes one profile, not %d", argc);
    options->name = argc ? argv[0] : NULL;
    return 0;
}

static int run(void *context, struct error *error)
{
    const struct options *options = context;

    if (!options->name)
        return list();
    return options->check ? check(options->name, error)
                          : print(options->name, error);
}

static struct options options;

static const struct argument arguments[] = {
    {"check", NULL, ARGUMENT_FLAG, offsetof(struct options, check),
     .help = "read it as an import would, and say what is wrong"},
    {0},
};

const struct command command_profile = {
    .name = "profile",
    .summary = "list, print or check profiles for OpenStreetMap data",
    .usage = "[NAME]\n--check NAME|FILE.conf",
    .about =
        "A profile says who travels: speeds, access, one-way rules, penalties. "
        "Without NAME, lists those that are built in; with one, prints it: a "
        "file to change and to give 'relaxctl import --profile', as all that "
        "it says is explained in it.",
    .examples = "  relaxctl profile car > truck.conf\n"
                "  relaxctl profile --check truck.conf",
    .arguments = {arguments},
    .options = &options,
    .take = take,
    .run = run,
};
