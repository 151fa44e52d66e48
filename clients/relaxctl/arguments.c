/* Values by their kind, options, inputs and outputs, settings of solvers. */
#include "clients/relaxctl/arguments.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clients/relaxctl/program.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"

/* The path for "-". */
static const char standard_input[] = "/dev/stdin";

/* ---- Values -------------------------------------------------------------- */

enum { SHOWN_SIZE = 64 };

/* As messages call the option: "-o", "--output". */
static const char *show(const struct argument *row, char shown[SHOWN_SIZE])
{
    if (row->letter)
        snprintf(shown, SHOWN_SIZE, "-%c", row->letter);
    else
        snprintf(shown, SHOWN_SIZE, "--%s", row->name);
    return shown;
}

static int take_output(const char *shown, char *value, const char **field)
{
    if (!*value)
        return command_usage("%s needs the name of a file, not ''", shown);
    if (!strcmp(value, "-"))
        return command_usage("%s needs the name of a file; it is not written "
                             "to standard output",
                             shown);
    *field = value;
    return 0;
}

static int take_number(const struct argument *row, const char *shown,
                       const char *value, void *field)
{
    bool wide = row->kind == ARGUMENT_NUMBER_64;
    uint64_t most = row->most ? row->most : wide ? UINT64_MAX : UINT32_MAX;
    char words[32];
    uint64_t number;

    if (!parse_u64(value, &number) || number < row->least || number > most) {
        snprintf(words, sizeof(words), "%" PRIu64, most);
        return command_usage("%s '%s' is not a number from %" PRIu64 " to %s",
                             shown, value, row->least,
                             row->most ? words
                             : wide    ? "2^64 - 1"
                                       : "2^32 - 1");
    }
    if (wide)
        *(uint64_t *)field = number;
    else
        *(uint32_t *)field = (uint32_t)number;
    return 0;
}

static int take_factor(const char *shown, const char *value, double *field)
{
    double factor;

    if (!parse_double(value, &factor) || !(factor > 0))
        return command_usage("%s '%s' is not a number above 0", shown, value);
    *field = factor;
    return 0;
}

static int take_word(const struct argument *row, const char *shown,
                     const char *value, unsigned *field)
{
    const char *const *words = row->words;
    char list[256] = "";
    unsigned i;

    for (i = 0; words[i]; i++) {
        if (!strcmp(words[i], value)) {
            *field = i;
            return 0;
        }
    }
    for (unsigned j = 0; j + 1 < i; j++)
        text_list_add(list, sizeof(list), words[j]);
    return command_usage("%s '%s' is not %s or %s", shown, value, list,
                         words[i - 1]);
}

static int take_setting(const char *shown, char *text,
                        struct arguments_setting *field)
{
    const char *value = option_cut(text);

    if (!value)
        return command_usage("%s '%s' is not option=value", shown, text);
    *field = (struct arguments_setting){text, value};
    return 0;
}

static int take_value(const struct argument *row, char *value, void *field)
{
    char shown[SHOWN_SIZE];

    show(row, shown);
    switch (row->kind) {
    case ARGUMENT_FLAG:
        *(bool *)field = true;
        return 0;
    case ARGUMENT_TEXT:
        *(const char **)field = value;
        return 0;
    case ARGUMENT_INPUT:
        *(const char **)field = arguments_input(value);
        return 0;
    case ARGUMENT_OUTPUT:
        return take_output(shown, value, field);
    case ARGUMENT_FOLDER:
        if (!*value)
            return command_usage("%s needs the name of a folder, not ''",
                                 shown);
        *(const char **)field = value;
        return 0;
    case ARGUMENT_NUMBER:
    case ARGUMENT_NUMBER_64:
        return take_number(row, shown, value, field);
    case ARGUMENT_FACTOR:
        return take_factor(shown, value, field);
    case ARGUMENT_WORD:
        return take_word(row, shown, value, field);
    case ARGUMENT_SETTING:
        return take_setting(shown, value, field);
    case ARGUMENT_OTHER:
        break;
    }
    return 0;
}

/* The field to set, or the next item of an array. */
static void *next_field(const struct argument *row, void *options)
{
    static const size_t sizes[] = {
        [ARGUMENT_TEXT] = sizeof(const char *),
        [ARGUMENT_INPUT] = sizeof(const char *),
        [ARGUMENT_OUTPUT] = sizeof(const char *),
        [ARGUMENT_NUMBER] = sizeof(uint32_t),
        [ARGUMENT_NUMBER_64] = sizeof(uint64_t),
        [ARGUMENT_FACTOR] = sizeof(double),
        [ARGUMENT_WORD] = sizeof(unsigned),
        [ARGUMENT_SETTING] = sizeof(struct arguments_setting),
    };
    char *base = options;
    size_t *count = (size_t *)(void *)(base + row->count);

    if (!row->count)
        return base + row->offset;
    return base + row->offset + sizes[row->kind] * (*count)++;
}

/* ---- Options ------------------------------------------------------------- */

/* getopt_long()'s values of long options begin at FIRST. */
enum { FIRST = UCHAR_MAX + 1 };

struct reading {
    const struct argument *row[ARGUMENTS_MAX]; /* [count] */
    uint32_t given[ARGUMENTS_MAX];             /* times so far */
    size_t count;
};

size_t arguments_list(const struct argument *const *tables,
                      const struct argument *ret_rows[ARGUMENTS_MAX])
{
    size_t count = 0;

    for (; *tables; tables++) {
        for (const struct argument *row = *tables; row->name; row++)
            ret_rows[count++] = row;
    }
    return count;
}

/* Makes what getopt_long() wants of the rows. */
static void make_options(const struct reading *reading, char *letters,
                         struct option *options)
{
    *letters++ = ':';
    for (size_t i = 0; i < reading->count; i++) {
        const struct argument *row = reading->row[i];
        struct option option = {
            row->name,
            row->kind == ARGUMENT_FLAG ? no_argument : required_argument,
            NULL,
            FIRST + (int)i,
        };

        *options++ = option;
        option.name = row->synonym;
        if (row->synonym)
            *options++ = option;
        if (row->letter)
            *letters++ = row->letter;
        if (row->letter && row->kind != ARGUMENT_FLAG)
            *letters++ = ':';
    }
    *letters = '\0';
    *options = (struct option){0};
}

/* The index of the row that getopt_long() found. */
static size_t find_row(const struct reading *reading, int option)
{
    size_t i = 0;

    if (option >= FIRST)
        return (size_t)(option - FIRST);
    while (reading->row[i]->letter != option)
        i++;
    return i;
}

/* "-4.5,54.1" becomes " -4.5,54.1", which getopt_long() takes for no option. */
static int hide_negative(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (*argv[i] == '-' && argv[i][1] &&
            strchr("0123456789.", argv[i][1]) &&
            asprintf(&argv[i], " %s", argv[i]) < 0)
            return -ENOMEM;
    }
    return 0;
}

static char *show_negative(char *argument)
{
    return argument + (argument[0] == ' ' && argument[1] == '-');
}

static int take_option(struct reading *reading, size_t index, char *value,
                       void *options)
{
    const struct argument *row = reading->row[index];
    uint32_t given = reading->given[index]++;
    int r;

    if (value && !row->times && given)
        return command_usage("--%s is given twice", row->name);
    if (row->times && given == row->times)
        return command_usage("--%s is given more than %" PRIu32 " times",
                             row->name, row->times);
    if (value)
        value = show_negative(value);
    r = take_value(row, value, next_field(row, options));
    return !r && row->take ? row->take(options, row, value) : r;
}

/* Checks that an option is given, or is not, where another one is. */
static int check_other(const struct reading *reading,
                       const struct argument *row, const char *name, bool goes)
{
    char shown[2][SHOWN_SIZE];
    size_t i = 0;

    if (!name)
        return 0;
    while (strcmp(reading->row[i]->name, name))
        i++;
    if (goes == (reading->given[i] > 0))
        return 0;
    return command_usage("%s %s %s", show(row, shown[0]),
                         goes ? "needs" : "cannot be used with",
                         show(reading->row[i], shown[1]));
}

static int check_given(const struct reading *reading)
{
    char shown[SHOWN_SIZE];
    int r = 0;

    for (size_t i = 0; i < reading->count && !r; i++) {
        const struct argument *row = reading->row[i];

        if (row->required && !reading->given[i])
            return command_usage("needs %s %s", show(row, shown), row->value);
        if (!reading->given[i])
            continue;
        r = check_other(reading, row, row->with, true);
        if (!r)
            r = check_other(reading, row, row->without, false);
    }
    return r;
}

static int read_options(struct reading *reading, int argc, char **argv,
                        void *options)
{
    char letters[2 * ARGUMENTS_MAX + 2];
    struct option table[2 * ARGUMENTS_MAX + 1];
    int option;
    int r = 0;

    make_options(reading, letters, table);
    while (!r &&
           (option = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        if (option == '?' && optopt >= FIRST)
            r = command_usage("--%s takes no value",
                              reading->row[optopt - FIRST]->name);
        else if (option == '?')
            r = command_refuse_option(argv[optind - 1]);
        else if (option == ':')
            r = command_usage("option '%s' needs a value", argv[optind - 1]);
        else
            r = take_option(reading, find_row(reading, option), optarg,
                            options);
    }
    return r ? r : check_given(reading);
}

int arguments_read(const struct argument *const *tables, void *options,
                   int *argc, char ***argv)
{
    struct reading reading = {.given = {0}};
    struct error error;
    int r;

    reading.count = arguments_list(tables, reading.row);
    if (hide_negative(*argc, *argv)) {
        error_no_memory(&error);
        return command_fail(&error);
    }
    r = read_options(&reading, *argc, *argv, options);
    *argc -= optind;
    *argv += optind;
    for (int i = 0; i < *argc; i++)
        (*argv)[i] = show_negative((*argv)[i]);
    return r;
}

int arguments_take_none(void *options, int argc, char **argv)
{
    return argc ? command_usage("takes no argument '%s'", argv[0]) : 0;
}

int arguments_take_map(void *options, int argc, char **argv)
{
    const char **path = options;

    if (argc != 1)
        return command_usage("takes one map, not %d", argc);
    *path = arguments_input(argv[0]);
    return 0;
}

/* ---- Inputs and outputs -------------------------------------------------- */

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

/* ---- Settings of solvers, lists ------------------------------------------ */

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
