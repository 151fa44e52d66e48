/* relaxctl profile: prints the bundled profiles, to read and adapt. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "core/graph/profile/profile.h"

static const struct option options[] = {
    {"check", no_argument, NULL, 'c'},
    {0},
};

static int list(void)
{
    for (const char *const *name = profile_names(); *name; name++)
        puts(*name);
    return EXIT_DONE;
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

static int run(int argc, char **argv)
{
    bool checks = false;
    struct error error;
    int option;
    int r;

    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option != 'c')
            return arguments_refuse(argv, option);
        checks = true;
    }
    if (argc - optind > 1 || (checks && argc == optind))
        return command_usage(argv[0], "takes one profile, not %d",
                             argc - optind);
    if (argc == optind)
        return list();
    r = checks ? check(argv[optind], &error) : print(argv[optind], &error);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_profile = {
    .name = "profile",
    .summary = "list, print or check profiles for OpenStreetMap data",
    .help =
        "usage: relaxctl profile [NAME]\n"
        "       relaxctl profile --check NAME|FILE.conf\n"
        "\n"
        "A profile says who travels: speeds, access, one-way rules,\n"
        "penalties. Without NAME, lists those that are built in; with one,\n"
        "prints it: a file to change and to give 'relaxctl import --profile',\n"
        "as all that it says is explained in it.\n"
        "\n"
        "  --check  read it as an import would, and say what is wrong\n"
        "\n"
        "Example:\n"
        "  relaxctl profile car > truck.conf\n"
        "  relaxctl profile --check truck.conf\n",
    .run = run,
};
