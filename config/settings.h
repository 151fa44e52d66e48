/* settings: everything that an operator can set. Start reading config/ here.
 *
 * One table (setting_table.c) lists every setting with its default, range and
 * help; it drives the config file (config_file.h), the command line
 * (command_line.h) and --help. The command line overrides the file, the file
 * overrides the default.
 *
 * A struct settings is plain data: one thread fills it, then all only read
 * it. */
#ifndef RELAXD_CONFIG_SETTINGS_H
#define RELAXD_CONFIG_SETTINGS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/base/log.h"

struct map_setting {
    char *name;  /* the name that clients use */
    char *path;  /* of the .rlx file, or of OpenStreetMap data */
    char *place; /* where it was set, for messages: "relaxd.conf:7", "--map" */
};

/* An option for solvers; only they know its name and valid values. */
struct option_setting {
    char *name;  /* "adaptive.to-all-us", "to-all-us" */
    char *value; /* "350" */
    char *place; /* where it was set, for messages: "relaxd.conf:7", "--set" */
};

/* An IP address and port. */
struct address {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    };
    socklen_t length; /* of the family's struct */
};

/* The devices to use; other values are CUDA's number of a GPU. */
enum {
    USE_ALL_DEVICES = -3, /* every GPU there is, and the CPU */
    USE_CPU = -2,
    USE_ALL_GPUS = -1, /* at least one, or an error */
};

enum {
    SETTING_NAME_SIZE = 64,
    SETTING_PATH_SIZE = 1024,
    SETTING_NOTES_MAX = 16,
};

struct settings {
    struct map_setting *maps; /* [map_count], in the order given */
    size_t map_count;
    size_t map_capacity;

    struct option_setting *options; /* [option_count], later ones win */
    size_t option_count;
    size_t option_capacity;

    char **places; /* setting_place() */

    const char *notes[SETTING_NOTES_MAX]; /* [note_count] static, for the
                                             log: options that change nothing */
    size_t note_count;
    bool trial; /* exit when all is ready */

    char config_path[SETTING_PATH_SIZE];     /* of --config, for messages; or
                                                "" */
    char state_directory[SETTING_PATH_SIZE]; /* or "auto" */
    char maps_directory[SETTING_PATH_SIZE];  /* or "none" */
    enum log_level log_level;
    bool watch_maps;
    enum log_format log_format;

    char profiles[SETTING_PATH_SIZE];        /* for imports, comma-separated */
    char cache_directory[SETTING_PATH_SIZE]; /* for imports, or "auto" */

    char solver[SETTING_NAME_SIZE]; /* "auto" or a solver's name */
    int device;               /* USE_CPU and so on, or the number of a GPU */
    uint64_t cpu_workers;     /* 0: one per core */
    uint64_t compute_threads; /* the same */
    uint64_t queue_length;
    uint64_t batch_max;
    uint64_t masks_kept;
    uint64_t masks_bytes;

    struct address listen;
    uint64_t loops; /* threads that read requests and send answers */
    uint64_t connections_max;
    uint64_t header_max_bytes; /* 0: enough for OSRM's limits */

    uint64_t tile_cache_bytes;
    char weights_listen[SETTING_PATH_SIZE];     /* unix:PATH, an address, or
                                                   "none" */
    char weights_token_file[SETTING_PATH_SIZE]; /* or "none" */
    char weights_spool[SETTING_PATH_SIZE];      /* or "none" */
    char weights_feed[SETTING_PATH_SIZE];       /* a URL, or "none" */
    char weights_feed_login_file[SETTING_PATH_SIZE]; /* or "none" */
    char
        segment_speed_files[SETTING_PATH_SIZE]; /* comma-separated, or "none" */
    char turn_penalty_files[SETTING_PATH_SIZE];
    uint64_t epochs_max;
    uint64_t scenarios_max;

    uint64_t conditional_moment;            /* seconds since 1970; 0: none */
    char time_zone_file[SETTING_PATH_SIZE]; /* or "none" */
    char time_zone[64];                     /* "UTC", "Europe/London" */

    struct limits limits; /* to be published */
};

/* Every setting at its default, no map. */
void settings_init(struct settings *settings);
void settings_finish(struct settings *settings);

/* Adds "NAME=FILE", or "FILE" as settings_add_map_file() does. -EINVAL: no
 * file, or a name that is empty, too long, given twice, or not of
 * [A-Za-z0-9._-]. */
int settings_add_map(struct settings *settings, const char *text,
                     const char *place, struct error *error);
int settings_add_named_map(struct settings *settings, const char *name,
                           const char *path, const char *place,
                           struct error *error);
/* The same for a file without a name, which is the file's without folder and
 * suffix; ".osm.pbf" and the like count as one suffix. Characters that a map's
 * name must not have become '_'. */
int settings_add_map_file(struct settings *settings, const char *path,
                          const char *place, struct error *error);
/* Adds each map file of a directory, in the order of their names: what ends in
 * .rlx, or as OpenStreetMap data does. -EINVAL: there is none; other codes as
 * opendir(). */
int settings_add_maps_directory(struct settings *settings, const char *path,
                                const char *place, struct error *error);
void settings_clear_maps(struct settings *settings);

/* Adds "NAME=VALUE" for the solvers. -EINVAL: the name or the value is
 * missing. */
int settings_add_option(struct settings *settings, const char *text,
                        const char *place, struct error *error);
int settings_add_named_option(struct settings *settings, const char *name,
                              const char *value, const char *place,
                              struct error *error);

/* ---- Addresses ---------------------------------------------------------- */

/* "127.0.0.1:5000", "[::1]:5000", "localhost:5000"; port 0: the system picks
 * one. Names are not looked up. -EINVAL. */
int address_parse(const char *text, struct address *ret_address,
                  struct error *error);

/* The path in "unix:PATH", which may be bad; NULL: it is something else. */
enum { ADDRESS_UNIX_MAX = sizeof(((struct sockaddr_un *)NULL)->sun_path) - 1 };
const char *address_unix_path(const char *text);

/* Whether only this machine reaches it. */
bool address_is_loopback(const struct address *address);

/* Replaces the port, or the host ("0.0.0.0", "::1"). -EINVAL, with the address
 * unchanged. */
int address_set_port(struct address *address, const char *port,
                     struct error *error);
int address_set_host(struct address *address, const char *host,
                     struct error *error);

/* ---- Mistakes ----------------------------------------------------------- */

/* All mistakes in settings, not only the first. */
enum { MISTAKES_MAX = 64 };

struct mistakes {
    struct error found[MISTAKES_MAX];
    size_t count; /* may exceed MISTAKES_MAX, the number kept */
};

void mistakes_add(struct mistakes *mistakes, const struct error *error);

/* Prints one line per mistake. */
void mistakes_print(const struct mistakes *mistakes, FILE *to);

#endif
