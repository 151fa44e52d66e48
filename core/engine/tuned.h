/* tuned: measured solver settings, kept between starts.
 *
 * One small file per map and device in the folder "tuned" of the state
 * directory. Its name and its first lines say which map and device it is for:
 *
 *     relaxd-tuned 1
 *     map = 6f1d0c8b2a9e4d73
 *     device = NVIDIA H200, 132 multiprocessors, compute capability 9.0
 *     adaptive.to-all-us = 350
 *     adaptive.to-selected-us = 330
 *     cch-gpu.speed.tree-us = 212
 *
 * The last is not an option but a speed of the solver (core/solver/solver.h),
 * which `auto` uses; a file has all speeds of a solver or none.
 *
 * A name without a solver's before it means every solver that has such an
 * option.
 *
 * A checksum of its topology identifies a map: the thresholds depend on how
 * many vertices a phase updates, not on the file's name. Any thread, but one at
 * a time per file. */
#ifndef RELAXD_ENGINE_TUNED_H
#define RELAXD_ENGINE_TUNED_H

#include "core/base/byte_source.h"
#include "core/base/error.h"
#include "core/solver/catalog.h"
#include "core/solver/solver.h"

enum {
    TUNED_MAX = 128,
    TUNED_NAME_SIZE = 64,
};

/* Points into itself: do not copy. */
struct tuned {
    struct solver_setting setting[TUNED_MAX];
    char name[TUNED_MAX][TUNED_NAME_SIZE];
    size_t count;
};

/* Expected first lines. */
struct tuned_key {
    char map[17];       /* checksum, hexadecimal */
    const char *device; /* description */
};

void tuned_key_init(struct tuned_key *key, const struct map *map,
                    const struct device *device);

/* $STATE_DIRECTORY, else /var/lib/relaxd if writable, else .local/state/relaxd
 * at home. malloc()ed; NULL: no memory or no home. */
char *tuned_default_directory(void);

/* DIRECTORY/tuned/MAP-DEVICE, the device with dashes for all but letters and
 * digits. malloc()ed; NULL: no memory. */
char *tuned_path(const char *directory, const struct tuned_key *key);

/* TUNED_NONE: no such file, which is no error. -EINVAL with file and line for a
 * malformed file or one for another map or device. */
enum { TUNED_NONE = 1 };
int tuned_load(const char *directory, const struct tuned_key *key,
               struct tuned *ret_tuned, struct error *error);

/* The same from an open source; errors call it `path`. */
int tuned_read(const char *path, struct byte_source *source,
               const struct tuned_key *key, struct tuned *ret_tuned,
               struct error *error);

/* Whether tuned_save() would succeed now, to check before measuring: makes
 * folders as needed. 0, or its codes and words. */
int tuned_check(const char *directory, const struct tuned_key *key,
                struct error *error);

/* Writes atomically, makes folders as needed. */
int tuned_save(const char *directory, const struct tuned_key *key,
               const struct solver_setting *settings, size_t setting_count,
               struct error *error);

/* ---- Speeds of solvers --------------------------------------------------- */

/* Whether the line is about the speed of a solver of the catalog. */
bool tuned_is_speed(const struct catalog *catalog,
                    const struct solver_setting *line);

/* A solver's speed from the file: TUNED_NONE if it has none, -EINVAL with words
 * if a number is missing, negative or not a number. */
int tuned_speed_find(const struct tuned *tuned, const struct solver_ops *solver,
                     struct solver_speed *ret_speed, struct error *error);

/* The lines for a speed: names go into `names`, which the settings point to. */
void tuned_speed_lines(
    const struct solver_ops *solver, const struct solver_speed *speed,
    char names[static SOLVER_SPEED_NUMBERS][TUNED_NAME_SIZE],
    struct solver_setting ret_lines[static SOLVER_SPEED_NUMBERS]);

#endif
