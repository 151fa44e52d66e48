/* arguments: the options of a command, as tables of rows.
 *
 * A row says all about an option: command lines are read, and help is printed,
 * by it. Then helpers for values that several commands share: paths of inputs
 * and outputs, settings of solvers, lists. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ARGUMENTS_H
#define RELAXD_CLIENTS_RELAXCTL_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/solver/option.h"

enum {
    ARGUMENTS_MAX = 64, /* options of a command */
    ARGUMENT_TABLES_MAX = 3,
    ARGUMENTS_SETTINGS_MAX = 32,
};

/* ---- Options ------------------------------------------------------------- */

/* How a value is read, and the type of its field. */
enum argument_kind {
    ARGUMENT_FLAG,      /* bool: becomes true; there is no value */
    ARGUMENT_TEXT,      /* const char * */
    ARGUMENT_INPUT,     /* const char *: arguments_input()'s path */
    ARGUMENT_OUTPUT,    /* const char *: a file's path, neither "" nor "-": an
                           output is written beside its final place and
                           renamed */
    ARGUMENT_FOLDER,    /* const char *: not "" */
    ARGUMENT_NUMBER,    /* uint32_t */
    ARGUMENT_NUMBER_64, /* uint64_t */
    ARGUMENT_FACTOR,    /* double, above 0 */
    ARGUMENT_WORD,      /* unsigned: which of the row's words it is */
    ARGUMENT_SETTING,   /* struct arguments_setting */
    ARGUMENT_OTHER,     /* none: take() reads it */
};

struct argument {
    const char *name;  /* without "--"; NULL: the table ends here */
    const char *value; /* "FILE", as help shows it; NULL with ARGUMENT_FLAG,
                          and with ARGUMENT_WORD: its words */
    enum argument_kind kind;
    size_t offset; /* of its field in the command's options */
    size_t count;  /* 0: one field; else the offset of a size_t: the field is
                      an array of so many items so far */

    const char *help;    /* unwrapped */
    const char *synonym; /* another name, which help leaves out; or NULL */
    char letter;         /* 0: none */

    uint32_t times;           /* how often it may be given; 0: once */
    bool required;            /* the command does nothing without */
    const char *with;         /* it goes with this option alone; or NULL */
    const char *without;      /* it does not go with this one; or NULL */
    uint64_t least, most;     /* of a number; no most: all that fits */
    const char *const *words; /* of ARGUMENT_WORD, up to NULL */

    /* NULL, or called with each value, when its field is set. 0, or EXIT_USAGE
     * after a message. */
    int (*take)(void *options, const struct argument *row, char *value);
};

/* The last members of a row whose values fill an array; of any kind but a flag
 * and ARGUMENT_OTHER. */
#define ARGUMENT_LIST(type, count_, most_)                                     \
    .count = offsetof(type, count_), .times = most_

/* --profile of a command that works on one map: which of the file's maps
 * (map_open_profile()). */
#define ARGUMENT_PROFILE(type, help_)                                          \
    {                                                                          \
        "profile", "NAME", ARGUMENT_TEXT, offsetof(type, profile),             \
            .synonym = "profiles", .help = help_                               \
    }

/* Lists the rows of the tables; their number. */
size_t arguments_list(const struct argument *const *tables,
                      const struct argument *ret_rows[ARGUMENTS_MAX]);

/* Reads the options, up to the first that is refused. An argument such as
 * "-4.5,54.1" is a position, not an option. Of argv, which begins with the
 * command's name, the operands are left. 0, or EXIT_USAGE after a message. */
int arguments_read(const struct argument *const *tables, void *options,
                   int *argc, char ***argv);

/* The operands of a command that takes none, or one map, with whose path (const
 * char *) its options begin. 0, or EXIT_USAGE after a message. */
int arguments_take_none(void *options, int argc, char **argv);
int arguments_take_map(void *options, int argc, char **argv);

/* ---- Inputs and outputs -------------------------------------------------- */

/* The path of an input; "-" becomes that of standard input. Error texts then
 * begin with a path that the user did not write: the third function replaces
 * it, and the second gives a name for examples, "MAP.rlx". */
const char *arguments_input(const char *argument);
const char *arguments_input_name(const char *path);
void arguments_name_standard_input(struct error *error);

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

/* ---- Settings of solvers, lists ------------------------------------------ */

/* The --set options, each split at '='. The texts point into argv. */
struct arguments_settings {
    struct arguments_setting {
        const char *name;
        const char *value;
    } given[ARGUMENTS_SETTINGS_MAX];
    size_t count;
};

/* Looks settings up among the catalog's solvers (option_read()), before a
 * command runs those of `used`. A name without a solver must be an option of
 * one of them, and only their limits count. With one solver, a name with a
 * solver must be that solver's; with several it may belong to any solver of
 * `all`. */
int arguments_check_settings(const struct arguments_settings *settings,
                             const struct catalog *all,
                             const struct catalog *used, struct error *error);

/* Splits a list at commas, cutting `text` in place: at most `capacity` items,
 * none empty. Returns their number; 0: malformed. */
size_t arguments_split(char *text, const char **ret_items, size_t capacity);

#endif
