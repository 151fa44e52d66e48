/* importer: the one door for other people's maps. Start reading
 * core/graph/import/ here.
 *
 * An importer is a folder beside this file and a line in importers.c: what its
 * data is called, which files are its own, which options it takes, and what
 * makes maps of them. Its callers, relaxctl and relaxd, know none by name. */
#ifndef RELAXD_GRAPH_IMPORT_IMPORTER_H
#define RELAXD_GRAPH_IMPORT_IMPORTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/map.h"
#include "core/graph/profile/profile.h"

enum importer_value {
    VALUE_NONE,
    VALUE_TEXT,
    VALUE_FILE,   /* to be read as well: "-" may stand for standard input */
    VALUE_COUNT,  /* a whole number of 32 bits, from 1 on */
    VALUE_FACTOR, /* a number above 0 */
};

struct importer_option {
    const char *name; /* without "--"; the same name is the same option */
    enum importer_value value;
    const char *argument; /* "FILE"; NULL with VALUE_NONE */
    const char *help;     /* sentences; NULL: another importer has them, or it
                             is another name of an option */
    size_t size_max;      /* bytes of a text; 0: any */
    uint32_t times_max;   /* that it may be given; 0: once */
    bool (*accepts)(const char *text); /* NULL: any */
    const char *form; /* that is accepted: "section.key=value" */
};

enum { IMPORTER_GIVEN_MAX = 96 };

/* An option as it was given; it holds what its kind of value says. */
struct importer_given {
    const char *name;
    const char *text; /* NULL with VALUE_NONE */
};

struct import_request {
    const char *const *paths; /* [path_count], at least 1 */
    size_t path_count;
    struct importer_given given[IMPORTER_GIVEN_MAX]; /* [given_count] */
    size_t given_count;
    const struct profile_list *profiles; /* NULL: those that options name */
    bool unordered;
};

enum { IMPORT_NOTES_SIZE = 512 };

struct import_result {
    struct map *map[PROFILE_LIST_MAX]; /* [count], the caller's; of roads they
                                          are ordered as was asked for */
    size_t count;
    char notes[IMPORT_NOTES_SIZE]; /* lines for people; or empty */
};

struct importer_ops {
    const char *name;     /* "OpenStreetMap data" */
    const char *help;     /* what its files are: sentences */
    const char *known_by; /* "a file whose name ends in .opl"; NULL: by `flag`,
                             or it is the one for all other files */
    const char *flag;     /* the option that says so; or NULL */
    bool several;         /* files may become one map */
    uint32_t version;     /* counts up when the same files give other maps */
    const struct importer_option *options; /* [option_count] */
    size_t option_count;

    /* Whether a path is a file of its own, by its name or what is given. */
    bool (*detects)(const char *path, const struct import_request *request);

    /* -EINVAL: a file is broken; -EAGAIN: it changed meanwhile; -ENOMEM; others
     * as open() has them. On failure there are no maps. */
    int (*run)(const struct import_request *request, struct progress *progress,
               struct import_result *ret_result, struct error *error);
};

/* All of them; the first that detects a file is its importer. */
extern const struct importer_ops *const importers[];
extern const size_t importer_count;

/* The one for a path, with what else is given. */
const struct importer_ops *importer_find(const char *path,
                                         const struct import_request *request);

/* The one that knows a file by its name alone; NULL for none. */
const struct importer_ops *importer_of_name(const char *path);

/* The option of that name; NULL where the importer has none. */
const struct importer_option *importer_option(const struct importer_ops *ops,
                                              const char *name);

/* What is given under that name, "" for what has no text; NULL: it is not. */
const char *import_given(const struct import_request *request,
                         const char *name);

#endif
