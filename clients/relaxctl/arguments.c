/* Refusing options, inputs and outputs, numbers, then settings of solvers. */
#include "clients/relaxctl/arguments.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clients/relaxctl/program.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"

/* The path for "-". */
static const char standard_input[] = "/dev/stdin";

static int refuse_repeated(char **argv, const struct option *options,
                           int option)
{
    while (options->val != option)
        options++;
    return command_usage(argv[0], "--%s is given twice", options->name);
}

int arguments_parse(int argc, char **argv, const char *letters,
                    const struct option *options, const char *repeatable,
                    arguments_take *take, void *context)
{
    bool seen[UCHAR_MAX + 1] = {false};
    int option;
    int r = 0;

    while (!r &&
           (option = getopt_long(argc, argv, letters, options, NULL)) != -1) {
        bool known = option != '?' && option != ':';

        if (known && optarg && seen[option] && !strchr(repeatable, option))
            return refuse_repeated(argv, options, option);
        seen[option] = true;
        r = take(context, argv, option);
    }
    return r;
}

int arguments_refuse(char **argv, int option)
{
    const char *text = argv[optind - 1];

    if (option == ':')
        return command_usage(argv[0], "option '%s' needs a value", text);
    return command_refuse_option(argv[0], text);
}

const char *arguments_input(const char *argument)
{
    return strcmp(argument, "-") ? argument : standard_input;
}

const char *arguments_input_name(const char *path)
{
    return strcmp(path, standard_input) ? path : "MAP.rlx";
}

void arguments_name_standard_input(struct error *error)
{
    const size_t length = sizeof(standard_input) - 1;
    struct error words = *error;

    if (words.text[0] == '\'' &&
        !strncmp(words.text + 1, standard_input, length) &&
        words.text[length + 1] == '\'')
        error_set(error, 0, "standard input%s", words.text + length + 2);
}

int arguments_output(char **argv, const char *option, const char **ret_path)
{
    if (!*optarg)
        return command_usage(argv[0], "%s wants the name of a file, not ''",
                             option);
    if (!strcmp(optarg, "-"))
        return command_usage(argv[0],
                             "%s wants the name of a file; it is not written "
                             "to standard output",
                             option);
    *ret_path = optarg;
    return 0;
}

int arguments_check_output(const char *output, const char *input,
                           struct error *error)
{
    if (output && input && file_name_same(output, input))
        return error_set(error, -EINVAL, "the output '%s' is one of the inputs",
                         output);
    return 0;
}

int arguments_check_outputs(const char *output, const char *other,
                            struct error *error)
{
    if (output && other && file_name_same(output, other))
        return error_set(error, -EINVAL,
                         "the outputs '%s' and '%s' are the same file", output,
                         other);
    return 0;
}

int arguments_check_writable(const char *path, struct error *error)
{
    struct stat status;
    int fd;

    /* On a pipe open() would wait for a reader, or the reader would see an
     * end. */
    if (!stat(path, &status) && S_ISFIFO(status.st_mode))
        return access(path, W_OK) ? error_errno(error, "write '%s'", path) : 0;
    fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        close(fd);
        return 0;
    }
    if (errno == ENOENT)
        return atomic_file_check(path, error);
    return error_errno(error, "write '%s'", path);
}

int arguments_count(char **argv, const char *option, uint32_t *ret_count)
{
    uint32_t count;

    if (!parse_u32(optarg, &count) || !count)
        return command_usage(argv[0], "%s '%s' is no number from 1 to 2^32 - 1",
                             option, optarg);
    *ret_count = count;
    return 0;
}

int arguments_seed(char **argv, uint64_t *ret_seed)
{
    if (parse_u64(optarg, ret_seed))
        return 0;
    return command_usage(argv[0], "--seed '%s' is no number from 0 to 2^64 - 1",
                         optarg);
}

int arguments_scale(char **argv, double *ret_scale)
{
    double scale;

    if (!parse_double(optarg, &scale) || !(scale > 0))
        return command_usage(argv[0], "--scale '%s' is no number above 0",
                             optarg);
    *ret_scale = scale;
    return 0;
}

int arguments_set(char **argv, struct arguments_settings *settings, char *text)
{
    const char *value;

    if (settings->count == ARGUMENTS_SETTINGS_MAX)
        return command_usage(argv[0], "more than %d times --set",
                             ARGUMENTS_SETTINGS_MAX);
    value = option_cut(text);
    if (!value)
        return command_usage(argv[0], "--set '%s' is not option=value", text);
    settings->given[settings->count].name = text;
    settings->given[settings->count++].value = value;
    return 0;
}

int arguments_read_settings(
    const struct arguments_settings *settings, const struct catalog *catalog,
    struct solver_setting ret_settings[ARGUMENTS_SETTINGS_MAX],
    struct error *error)
{
    int r = 0;

    for (size_t i = 0; i < settings->count && !r; i++)
        r = option_read(catalog, settings->given[i].name,
                        settings->given[i].value, &ret_settings[i], error);
    return r;
}

/* Refuses a name that some solver of `all` has, but none of those that run. */
static int refuse_stranger(const char *name, const char *value,
                           const struct catalog *all, struct error *error)
{
    const char *owner = "";

    for (size_t i = all->count; i-- > 0;) {
        if (option_find(all->solver[i], name))
            owner = all->solver[i]->name;
    }
    return error_set(error, -EINVAL,
                     "--set %.80s=%.40s: no selected solver has the option "
                     "'%.80s'; use --solver %s",
                     name, value, name, owner);
}

static int check_setting(const char *name, const char *value,
                         const struct catalog *all, const struct catalog *used,
                         struct error *error)
{
    bool own = option_exists(used, name);
    bool aside = used->count > 1 && strchr(name, '.');
    struct solver_setting ignored;

    if (!own && !aside && option_exists(all, name))
        return refuse_stranger(name, value, all, error);
    return option_read(own ? used : all, name, value, &ignored, error);
}

int arguments_check_settings(const struct arguments_settings *settings,
                             const struct catalog *all,
                             const struct catalog *used, struct error *error)
{
    int r = 0;

    for (size_t i = 0; i < settings->count && !r; i++)
        r = check_setting(settings->given[i].name, settings->given[i].value,
                          all, used, error);
    return r;
}

size_t arguments_split(char *text, const char **ret_items, size_t capacity)
{
    size_t count = 0;

    for (char *item; (item = strsep(&text, ","));) {
        if (!*item || count == capacity)
            return 0;
        ret_items[count++] = item;
    }
    return count;
}
