/* config_check: whether what the settings name is there. */
#include "daemon/config_check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/setting.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/profile/profile_list.h"
#include "core/solver/option.h"
#include "daemon/imported.h"
#include "daemon/maps.h"
#include "daemon/wiring.h"
#include "gpu/gpu.h"

/* Data that is imported is not read: it takes minutes. */
static int check_data(const char *path, struct error *error)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int r = 0;

    if (fd < 0)
        return error_errno(error, "'%s': open", path);
    if (!fstat(fd, &status) && !S_ISREG(status.st_mode))
        r = error_set(error, -EINVAL,
                      "'%s': is no regular file, as OpenStreetMap data has to "
                      "be",
                      path);
    close(fd);
    return r;
}

static void check_map(const struct map_setting *map, struct mistakes *mistakes)
{
    struct map_profiles profiles;
    struct error error;
    int r = imported_is_due(map)
                ? check_data(map->path, &error)
                : map_profiles_read(map->path, &profiles, &error);

    if (!r)
        return;
    error_prefix(&error, "%s: map '%s'", map->place, map->name);
    mistakes_add(mistakes, &error);
}

static void check_maps(const struct settings *settings,
                       struct mistakes *mistakes)
{
    struct error error;

    if (maps_check_count(settings, &error))
        mistakes_add(mistakes, &error);
    for (size_t i = 0; i < settings->map_count; i++)
        check_map(&settings->maps[i], mistakes);
}

/* `r` of a look at what the setting names. */
static void judge(int r, const struct settings *settings, const char *section,
                  const char *key, struct error *error,
                  struct mistakes *mistakes)
{
    const char *place = setting_place(setting_find_key(section, key), settings);

    if (!r)
        return;
    error_prefix(error, "%s: %s.%s", place ? place : "default", section, key);
    mistakes_add(mistakes, error);
}

static void check_profiles(const struct settings *settings,
                           struct mistakes *mistakes)
{
    struct profile_list profiles;
    struct error error;
    int r = profile_list_open(settings->profiles, NULL, 0, &profiles, &error);

    judge(r, settings, "import", "profiles", &error, mistakes);
    if (!r)
        profile_list_finish(&profiles);
}

static void check_options(const struct settings *settings,
                          const struct catalog *catalog,
                          struct mistakes *mistakes)
{
    for (size_t i = 0; i < settings->option_count; i++) {
        const struct option_setting *option = &settings->options[i];
        struct solver_setting taken;
        struct error error;

        if (!option_read(catalog, option->name, option->value, &taken, &error))
            continue;
        error_prefix(&error, "%s", option->place);
        mistakes_add(mistakes, &error);
    }
}

void config_check(const struct settings *settings, struct mistakes *mistakes)
{
    struct catalog catalog;
    struct error error;
    int r;

    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    check_maps(settings, mistakes);
    check_profiles(settings, mistakes);
    r = wiring_find_solver(&catalog, settings->solver, &error);
    judge(r, settings, "engine", "solver", &error, mistakes);
    check_options(settings, &catalog, mistakes);
}
