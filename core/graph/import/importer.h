/* importer: the interface of all importers. Start reading core/graph/import/
 * here.
 *
 * An importer is a folder beside this file and a line in importers.c: the name
 * of its data, the files it recognizes, its options, and the function that
 * makes maps. Its callers, relaxctl and relaxd, know none by name. */
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
    VALUE_FILE,   /* another input: "-" may stand for standard input */
    VALUE_COUNT,  /* a whole number of 32 bits, at least 1 */
    VALUE_FACTOR, /* a number above 0 */
};

struct importer_option {
    const char *name; /* without "--"; options with one name are the same
                         option */
    enum importer_value value;
    const char *argument; /* "FILE"; NULL with VALUE_NONE */
    const char *help;     /* sentences; NULL: another importer describes it */
    const char *synonym;  /* another name of it; or NULL */
    char letter;          /* a short one; 0: none */
    size_t size_max;      /* bytes of a text; 0: any */
    uint32_t times_max;   /* how often it may occur; 0: once */
    bool (*accepts)(const char *text); /* NULL: accepts any text */
    const char *form; /* of accepted texts: "section.key=value" */
};

enum { IMPORTER_GIVEN_MAX = 96 };

/* An option of a request; its value fits its kind. */
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
    struct map *map[PROFILE_LIST_MAX]; /* [count], the caller's; maps of
                                          roads are already ordered if
                                          requested */
    size_t count;
    char notes[IMPORT_NOTES_SIZE]; /* lines for people; or empty */
};

struct importer_ops {
    const char *name;     /* "OpenStreetMap data" */
    const char *help;     /* describes its files: sentences */
    const char *known_by; /* "a file whose name ends in .opl"; NULL:
                             recognized by `flag`, or the default importer */
    const char *flag;     /* the option that selects it; or NULL */
    bool several;         /* several files may become one map */
    uint32_t version;     /* raised when the same files give other maps */
    const struct importer_option *options; /* [option_count] */
    size_t option_count;

    /* Whether a path is one of its files, by name or by the options. */
    bool (*detects)(const char *path, const struct import_request *request);

    /* -EINVAL: a file is broken; -EAGAIN: it changed meanwhile; -ENOMEM; other
     * codes as open(). On failure there are no maps. */
    int (*run)(const struct import_request *request, struct progress *progress,
               struct import_result *ret_result, struct error *error);
};

/* All importers; the first that detects a file imports it. */
extern const struct importer_ops *const importers[];
extern const size_t importer_count;

/* The importer of a path, given the other options. */
const struct importer_ops *importer_find(const char *path,
                                         const struct import_request *request);

/* The importer that recognizes a file by its name alone; NULL for none. */
const struct importer_ops *importer_of_name(const char *path);

/* The option of that name; NULL if the importer has none. */
const struct importer_option *importer_option(const struct importer_ops *ops,
                                              const char *name);

/* The text of the option of that name, "" without a text; NULL: not given. */
const char *import_given(const struct import_request *request,
                         const char *name);

#endif
