/* arguments: helpers that the commands share for their command lines.
 *
 * Commands with several options use arguments_parse(); those with one or none
 * call getopt_long() themselves, with letters that begin with ':'.
 * arguments_refuse() handles unknown options. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ARGUMENTS_H
#define RELAXD_CLIENTS_RELAXCTL_ARGUMENTS_H

#include <getopt.h>
#include <stddef.h>
#include <stdint.h>

#include "core/solver/option.h"

enum { ARGUMENTS_SETTINGS_MAX = 32 };

/* --profile NAME of commands that work on one map: which of the file's maps
 * (map_open_profile()). --profiles is a synonym, here and for lists. */
#define ARGUMENTS_PROFILE                                                      \
    {"profile", required_argument, NULL, 'P'},                                 \
    {                                                                          \
        "profiles", required_argument, NULL, 'P'                               \
    }

/* The --set options, each split at '='. The texts point into argv. */
struct arguments_settings {
    struct {
        const char *name;
        const char *value;
    } given[ARGUMENTS_SETTINGS_MAX];
    size_t count;
};

/* Handles an option with its value in optarg. 0, or EXIT_USAGE after a
 * message. */
typedef int arguments_take(void *context, char **argv, int option);

/* Handles all options, up to the first that is refused; `letters` are
 * getopt_long()'s, with ':' in front. Of the options with a value only the
 * `repeatable`, listed by letter, may be repeated. optind then is the first
 * operand. 0 or EXIT_USAGE. */
int arguments_parse(int argc, char **argv, const char *letters,
                    const struct option *options, const char *repeatable,
                    arguments_take *take, void *context);

/* Prints a message for '?' and ':' from getopt_long(); returns EXIT_USAGE. */
int arguments_refuse(char **argv, int option);

/* The path of an input; "-" becomes that of standard input. Error texts then
 * begin with a path that the user did not write: the third function replaces
 * it, and the second gives a name for examples, "MAP.rlx". */
const char *arguments_input(const char *argument);
const char *arguments_input_name(const char *path);
void arguments_name_standard_input(struct error *error);

/* Reads the file name of an output option such as "-o". 0, or EXIT_USAGE after
 * a message. "-" is refused: an output is written beside its final place and
 * renamed. */
int arguments_output(char **argv, const char *option, const char **ret_path);

/* -EINVAL with words if `output` and `input` are the same file, under any name;
 * the same for two outputs, which need not exist yet. Either may be NULL. */
int arguments_check_output(const char *output, const char *input,
                           struct error *error);
int arguments_check_outputs(const char *output, const char *other,
                            struct error *error);

/* Checks early, before long work, that a file can be written there; the path
 * may be something other than a regular file. 0, or -errno with words; leaves
 * nothing behind. */
int arguments_check_writable(const char *path, struct error *error);

/* Reads an integer >= 1 for an option such as "--sources". 0, or EXIT_USAGE
 * after a message. */
int arguments_count(char **argv, const char *option, uint32_t *ret_count);

/* The same for --seed, any 64-bit number, and --scale, a number above 0. */
int arguments_seed(char **argv, uint64_t *ret_seed);
int arguments_scale(char **argv, double *ret_scale);

/* Splits the value of --set, "option=value". 0, or EXIT_USAGE after a message
 * if it is malformed or there are too many. */
int arguments_set(char **argv, struct arguments_settings *settings, char *text);

/* Looks the [count] settings up among the catalog's solvers (option_read()). */
int arguments_read_settings(
    const struct arguments_settings *settings, const struct catalog *catalog,
    struct solver_setting ret_settings[ARGUMENTS_SETTINGS_MAX],
    struct error *error);

/* The same for a command that runs the solvers of `used`, before it starts. A
 * name without a solver must be an option of one of them, and only their limits
 * count. With one solver, a name with a solver must be that solver's; with
 * several it may belong to any solver of `all`. */
int arguments_check_settings(const struct arguments_settings *settings,
                             const struct catalog *all,
                             const struct catalog *used, struct error *error);

/* Splits a list at commas, cutting `text` in place: at most `capacity` items,
 * none empty. Returns their number; 0: malformed. */
size_t arguments_split(char *text, const char **ret_items, size_t capacity);

#endif
