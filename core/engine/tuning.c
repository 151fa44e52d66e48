/* tuning: merges the engine's, tuned and jobs' settings for each solver. */
#include "core/engine/tuning.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/engine/map_entry.h"
#include "core/engine/tuned.h"
#include "core/solver/option.h"

struct tuning_settings {
    size_t count;
    struct solver_setting list[]; /* [count], names are copies */
};

/* Checks the value against every solver with that option; `ret_known`: there is
 * one. */
static int check_setting(const struct solver_setting *setting,
                         const struct catalog *catalog, bool *ret_known,
                         struct error *error)
{
    bool known = false;

    for (size_t i = 0; i < catalog->count; i++) {
        const struct solver_ops *ops = catalog->solver[i];
        int r;

        if (!option_find(ops, setting->name))
            continue;
        known = true;
        r = solver_settings_check(ops, setting, 1, error);
        if (r)
            return r;
    }
    *ret_known = known;
    return 0;
}

static int take_setting(struct tuning_settings *settings,
                        const struct solver_setting *setting,
                        const struct catalog *catalog, struct error *error)
{
    bool known;
    char *name;
    int r = check_setting(setting, catalog, &known, error);

    if (r || !known)
        return r;
    name = strdup(setting->name);
    if (!name)
        return error_no_memory(error);
    settings->list[settings->count++] =
        (struct solver_setting){name, setting->value};
    return 0;
}

int tuning_settings_read(const struct solver_setting *settings, size_t count,
                         const struct catalog *catalog,
                         struct tuning_settings **ret_settings,
                         struct error *error)
{
    struct tuning_settings *read =
        calloc(1, sizeof(*read) + count * sizeof(*read->list));
    int r = read ? 0 : error_no_memory(error);

    for (size_t i = 0; i < count && !r; i++)
        r = take_setting(read, &settings[i], catalog, error);
    if (r)
        tuning_settings_destroy(read);
    else
        *ret_settings = read;
    return r;
}

void tuning_settings_destroy(struct tuning_settings *settings)
{
    for (size_t i = 0; settings && i < settings->count; i++)
        free((char *)settings->list[i].name);
    free(settings);
}

int tuning_init(struct tuning *tuning, const struct engine_settings *settings,
                const struct catalog *catalog, struct error *error)
{
    const char *directory = settings->state_directory;
    int r;

    *tuning = (struct tuning){
        .state_directory = directory ? strdup(directory) : NULL,
    };
    pthread_rwlock_init(&tuning->lock, NULL);
    if (directory && !tuning->state_directory)
        r = error_no_memory(error);
    else
        r = tuning_settings_read(settings->solver_settings,
                                 settings->solver_setting_count, catalog,
                                 &tuning->settings, error);
    if (r)
        tuning_finish(tuning);
    return r;
}

void tuning_finish(struct tuning *tuning)
{
    tuning_settings_destroy(tuning->settings);
    free(tuning->state_directory);
    pthread_rwlock_destroy(&tuning->lock);
    *tuning = (struct tuning){0};
}

void tuning_apply(struct tuning *tuning, struct tuning_settings *settings)
{
    struct tuning_settings *before;

    pthread_rwlock_wrlock(&tuning->lock);
    before = tuning->settings;
    tuning->settings = settings;
    pthread_rwlock_unlock(&tuning->lock);
    atomic_fetch_add(&tuning->generation, 1);
    tuning_settings_destroy(before);
}

unsigned tuning_generation(const struct tuning *tuning)
{
    return atomic_load(&tuning->generation);
}

/* Appends the settings that belong to the solver and are in its range; returns
 * the new count. */
static size_t add_own(const struct solver_ops *ops,
                      const struct solver_setting *settings,
                      size_t setting_count, struct solver_setting *own,
                      size_t count)
{
    for (size_t i = 0; i < setting_count; i++) {
        if (!solver_settings_check(ops, &settings[i], 1, NULL))
            own[count++] = settings[i];
    }
    return count;
}

static void load_tuned(const struct tuning *tuning,
                       const struct solver_ops *ops,
                       const struct prepared *prepared, struct tuned *ret_tuned)
{
    struct tuned_key key;

    ret_tuned->count = 0;
    if (!tuning->state_directory || !ops->option_count)
        return;
    tuned_key_init(&key, prepared->map, prepared->device);
    tuned_load(tuning->state_directory, &key, ret_tuned, NULL);
}

/* The caller holds the lock. */
static int create_solver(const struct tuning *tuning,
                         const struct solver_ops *ops,
                         struct prepared *prepared,
                         const struct job_settings *settings,
                         struct solver **ret_solver, struct error *error)
{
    const struct tuning_settings *engines = tuning->settings;
    struct solver_setting *own = array_alloc(
        engines->count + TUNED_MAX + JOB_SETTINGS_MAX, sizeof(*own));
    struct tuned tuned;
    size_t count;
    int r;

    if (!own)
        return error_no_memory(error);
    load_tuned(tuning, ops, prepared, &tuned);
    count = add_own(ops, tuned.setting, tuned.count, own, 0);
    count = add_own(ops, engines->list, engines->count, own, count);
    count = add_own(ops, settings->item, settings->count, own, count);
    r = ops->create(prepared, own, count, ret_solver, error);
    free(own);
    return r;
}

int tuning_create_solver(struct tuning *tuning, const struct solver_ops *ops,
                         struct prepared *prepared,
                         const struct job_settings *settings,
                         struct solver **ret_solver, struct error *error)
{
    int r;

    pthread_rwlock_rdlock(&tuning->lock);
    r = create_solver(tuning, ops, prepared, settings, ret_solver, error);
    pthread_rwlock_unlock(&tuning->lock);
    return r;
}

static int check_tuned(const struct tuned *tuned, const struct catalog *catalog,
                       struct error *error)
{
    for (size_t i = 0; i < tuned->count; i++) {
        bool known;
        int r = check_setting(&tuned->setting[i], catalog, &known, error);

        if (r)
            return r;
        if (!known && !tuned_is_speed(catalog, &tuned->setting[i]))
            return error_set(error, -EINVAL, "no solver has a setting '%s'",
                             tuned->setting[i].name);
    }
    return 0;
}

static int learn_speeds(const struct tuned *tuned,
                        const struct catalog *catalog, struct map_entry *entry,
                        const struct device *device, struct error *error)
{
    for (size_t i = 0; i < catalog->count; i++) {
        struct solver_speed speed;
        int r = tuned_speed_find(tuned, catalog->solver[i], &speed, error);

        if (r < 0)
            return r;
        if (!r)
            map_entry_learn_speed(entry, catalog->solver[i], device, &speed);
    }
    return 0;
}

/* The error for a readable file with settings that no solver can use. */
static void say_file(const char *directory, const struct tuned_key *key,
                     struct error *error)
{
    char *path = tuned_path(directory, key);
    struct error words = *error;

    error_set(error, 0,
              "'%s': %s; delete the file or run 'relaxctl tune' again",
              path ? path : directory, words.text);
    free(path);
}

int tuning_learn(const struct tuning *tuning, const struct catalog *catalog,
                 struct map_entry *entry, const struct device *device,
                 struct error *error)
{
    struct tuned_key key;
    struct tuned tuned;
    int r;

    if (!tuning->state_directory)
        return 0;
    tuned_key_init(&key, map_entry_map(entry), device);
    r = tuned_load(tuning->state_directory, &key, &tuned, error);
    if (r)
        return r == TUNED_NONE ? 0 : r;
    r = check_tuned(&tuned, catalog, error);
    if (!r)
        r = learn_speeds(&tuned, catalog, entry, device, error);
    if (r)
        say_file(tuning->state_directory, &key, error);
    return r;
}
