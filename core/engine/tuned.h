/* tuned: solver settings that measurement found, kept between starts.
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
 * The last is no option but how quick the solver was (core/solver/solver.h),
 * which `auto` goes by; there are all numbers of a solver or none.
 *
 * A name without a solver's before it means every solver that has such an
 * option.
 *
 * A map is known by a checksum of its topology: what the thresholds depend on
 * is how many vertices a phase updates, not what the file is called. Any
 * thread, but one at a time per file. */
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

/* Points into itself: not to be copied. */
struct tuned {
    struct solver_setting setting[TUNED_MAX];
    char name[TUNED_MAX][TUNED_NAME_SIZE];
    size_t count;
};

/* What the first lines must say. */
struct tuned_key {
    char map[17];       /* checksum, hexadecimal */
    const char *device; /* description */
};

void tuned_key_init(struct tuned_key *key, const struct map *map,
                    const struct device *device);

/* $STATE_DIRECTORY, else /var/lib/relaxd where that may be written, else
 * .local/state/relaxd at home. malloc()ed; NULL: no memory or no home. */
char *tuned_default_directory(void);

/* DIRECTORY/tuned/MAP-DEVICE, the device with dashes for what is no letter or
 * digit. malloc()ed; NULL: no memory. */
char *tuned_path(const char *directory, const struct tuned_key *key);

/* TUNED_NONE: there is no such file, which is no error. -EINVAL with file and
 * line for one that is not understood or of another map or device. */
enum { TUNED_NONE = 1 };
int tuned_load(const char *directory, const struct tuned_key *key,
               struct tuned *ret_tuned, struct error *error);

/* The same from an open source; `path` is what errors call it. */
int tuned_read(const char *path, struct byte_source *source,
               const struct tuned_key *key, struct tuned *ret_tuned,
               struct error *error);

/* Whether tuned_save() would do now, for those who measure before: makes
 * folders as needed. 0, or its codes and words. */
int tuned_check(const char *directory, const struct tuned_key *key,
                struct error *error);

/* Writes atomically, makes folders as needed. */
int tuned_save(const char *directory, const struct tuned_key *key,
               const struct solver_setting *settings, size_t setting_count,
               struct error *error);

/* ---- How quick solvers were ---------------------------------------------- */

/* Whether the line is about the speed of a solver of the catalog. */
bool tuned_is_speed(const struct catalog *catalog,
                    const struct solver_setting *line);

/* What the file says of a solver: TUNED_NONE where it says nothing, -EINVAL
 * with words where a number is missing, negative or none. */
int tuned_speed_find(const struct tuned *tuned, const struct solver_ops *solver,
                     struct solver_speed *ret_speed, struct error *error);

/* The lines that say it: names into `names`, which the settings then use. */
void tuned_speed_lines(
    const struct solver_ops *solver, const struct solver_speed *speed,
    char names[static SOLVER_SPEED_NUMBERS][TUNED_NAME_SIZE],
    struct solver_setting ret_lines[static SOLVER_SPEED_NUMBERS]);

#endif
