/* arguments: what the commands share in reading their command lines.
 *
 * Commands of several options hand arguments_parse() what takes one; those of
 * one or none call getopt_long() themselves, with letters that begin with ':'.
 * What is no option of theirs goes to arguments_refuse(). */
#ifndef RELAXD_CLIENTS_RELAXCTL_ARGUMENTS_H
#define RELAXD_CLIENTS_RELAXCTL_ARGUMENTS_H

#include <getopt.h>
#include <stddef.h>
#include <stdint.h>

#include "core/solver/option.h"

enum { ARGUMENTS_SETTINGS_MAX = 32 };

/* --profile NAME of commands that work on one map: which of a file's
 * (map_open_profile()). --profiles is the same, here and where it is a list. */
#define ARGUMENTS_PROFILE                                                      \
    {"profile", required_argument, NULL, 'P'},                                 \
    {                                                                          \
        "profiles", required_argument, NULL, 'P'                               \
    }

/* What --set options said, cut in two. The texts lie in argv. */
struct arguments_settings {
    struct {
        const char *name;
        const char *value;
    } given[ARGUMENTS_SETTINGS_MAX];
    size_t count;
};

/* Takes an option with what optarg says. 0, or EXIT_USAGE after words. */
typedef int arguments_take(void *context, char **argv, int option);

/* All options, up to the first that is refused; `letters` are getopt_long()'s,
 * with ':' in front. Of those that have a value only the `repeatable`, by their
 * letters, may be given again. optind then leads to what is no option. 0 or
 * EXIT_USAGE. */
int arguments_parse(int argc, char **argv, const char *letters,
                    const struct option *options, const char *repeatable,
                    arguments_take *take, void *context);

/* Words for '?' and ':' from getopt_long(); returns EXIT_USAGE. */
int arguments_refuse(char **argv, int option);

/* The path of an input: that of standard input for "-". What is said
 * of it then begins with a path that nobody wrote: the third puts that right,
 * and the second gives a name for examples, "MAP.rlx". */
const char *arguments_input(const char *argument);
const char *arguments_input_name(const char *path);
void arguments_name_standard_input(struct error *error);

/* What an option that names an output says, such as "-o": a file's name. 0, or
 * EXIT_USAGE after words for what is none: a file is made beside its place and
 * moved there, so "-" cannot be one. */
int arguments_output(char **argv, const char *option, const char **ret_path);

/* -EINVAL with words where `output` is the very file `input`, under whatever
 * name; the same for two outputs, which need not be there yet. Either may be
 * NULL. */
int arguments_check_output(const char *output, const char *input,
                           struct error *error);
int arguments_check_outputs(const char *output, const char *other,
                            struct error *error);

/* Whether a file can be written there when the work is done, for those who work
 * long before: also over what is no regular file. 0, or -errno with words;
 * leaves nothing behind. */
int arguments_check_writable(const char *path, struct error *error);

/* What an option of this name says, such as "--sources": a whole number from 1
 * on. 0, or EXIT_USAGE after words. */
int arguments_count(char **argv, const char *option, uint32_t *ret_count);

/* The same of --seed, any number of 64 bits, and --scale, one above 0. */
int arguments_seed(char **argv, uint64_t *ret_seed);
int arguments_scale(char **argv, double *ret_scale);

/* What --set says: "option=value", which is cut in two. 0, or EXIT_USAGE after
 * words where it is not that, or where there are too many. */
int arguments_set(char **argv, struct arguments_settings *settings, char *text);

/* The [count] settings of solvers of the catalog that were given
 * (option_read()). */
int arguments_read_settings(
    const struct arguments_settings *settings, const struct catalog *catalog,
    struct solver_setting ret_settings[ARGUMENTS_SETTINGS_MAX],
    struct error *error);

/* The same for a command whose solvers are those of `used`, before it begins: a
 * name without a solver's must be an option of one of them, and only their
 * limits count. With one solver so must a name with a solver's; with several
 * that may be another's of `all`. */
int arguments_check_settings(const struct arguments_settings *settings,
                             const struct catalog *all,
                             const struct catalog *used, struct error *error);

/* Splits a list at commas, cutting `text` in place: at most `capacity` items,
 * each not empty. The number of them, 0 for a list that is not well-formed. */
size_t arguments_split(char *text, const char **ret_items, size_t capacity);

#endif
