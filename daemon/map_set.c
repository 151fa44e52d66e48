#include "daemon/map_set.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "api/tile/tile_store.h"
#include "core/base/array.h"
#include "daemon/wiring.h"

bool map_set_has(const struct map_set *set, const struct served_map *served)
{
    for (size_t i = 0; i < set->count; i++) {
        if (set->maps[i] == served)
            return true;
    }
    return false;
}

struct served_map *map_set_find(const struct map_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++) {
        if (!strcmp(set->maps[i]->name, name))
            return set->maps[i];
    }
    return NULL;
}

static struct published_map *find_profile(const struct served_map *served,
                                          const char *profile)
{
    for (uint32_t i = 0; served && i < served->count; i++) {
        if (!strcmp(published_map_profile(served->maps[i]), profile))
            return served->maps[i];
    }
    return NULL;
}

/* At the start a device without room leaves a map out, and the CPU answers; a
 * reload must not lose a map that the device had. */
static int check_room(const struct map_entry *made,
                      const struct map_entry *before,
                      const struct wiring *wiring, struct error *error)
{
    for (size_t i = 0; i < wiring->device_count; i++) {
        const struct device *device = wiring->devices[i];

        if (map_entry_lacks(made, device) && !map_entry_lacks(before, device))
            return error_set(error, -ENOMEM,
                             "map '%s' does not fit on %s beside the one that "
                             "it replaces: %.400s; restart relaxd to load it",
                             map_entry_name(made), device->name,
                             map_entry_missing(made, device));
    }
    return 0;
}

static int check_rooms(const struct served_map *made,
                       const struct served_map *before,
                       const struct wiring *wiring, struct error *error)
{
    int r = 0;

    for (uint32_t i = 0; i < made->count && !r; i++) {
        struct published_map *old =
            find_profile(before, published_map_profile(made->maps[i]));
        struct map_entry *entry = published_map_current(made->maps[i]);
        struct map_entry *other = old ? published_map_current(old) : NULL;

        if (other)
            r = check_room(entry, other, wiring, error);
        map_entry_release(other);
        map_entry_release(entry);
    }
    return r;
}

static int refuse_none(const struct settings *settings, struct error *error)
{
    const char *file = settings->config_path;

    return error_set(
        error, -EINVAL,
        "no map to serve; give --map REGION.osm.pbf, or a .rlx that "
        "'relaxctl import' made, or set maps-directory, or 'NAME "
        "= FILE' in section [maps], in %s",
        *file ? file : "a file for --config");
}

static int check_count(size_t count, struct error *error)
{
    if (count <= REGISTRY_MAPS_MAX)
        return 0;
    return error_set(error, -EINVAL,
                     "%zu maps, counting each profile of a file; one relaxd "
                     "serves at most %d",
                     count, REGISTRY_MAPS_MAX);
}

int map_set_check_count(const struct settings *settings, struct error *error)
{
    return settings->map_count ? check_count(settings->map_count, error)
                               : refuse_none(settings, error);
}

static size_t count_maps(const struct map_set *set)
{
    size_t count = 0;

    for (size_t i = 0; i < set->count; i++)
        count += set->maps[i]->count;
    return count;
}

static int add_map(const struct settings *settings, size_t i, bool may_open,
                   struct wiring *wiring, struct map_set *set,
                   struct error *error)
{
    const struct map_setting *setting = &settings->maps[i];
    struct served_map *before = map_set_find(&wiring->maps, setting->name);
    struct served_map *made;
    uint64_t tried;
    int r;

    if (before &&
        (!may_open || served_map_is_current(before, settings, setting))) {
        set->maps[set->count++] = served_map_hold(before);
        return 0;
    }
    tried = file_stamp(setting->path);
    r = served_map_open(settings, setting, wiring, &made, error);
    if (!r) {
        set->maps[set->count++] = made;
        r = check_rooms(made, before, wiring, error);
    }
    if (r && r != -ECANCELED && before && !strcmp(before->path, setting->path))
        before->refused = tried;
    return r;
}

int map_set_make(const struct settings *settings, size_t only,
                 struct wiring *wiring, struct map_set *ret_set,
                 struct error *error)
{
    size_t count = settings->map_count;
    struct map_set set = {.maps = array_alloc(count, sizeof(*set.maps))};
    int r;

    if (!set.maps)
        return error_no_memory(error);
    r = map_set_check_count(settings, error);
    for (size_t i = 0; i < count && !r; i++)
        r = add_map(settings, i, only == SIZE_MAX || only == i, wiring, &set,
                    error);
    if (!r)
        r = check_count(count_maps(&set), error);
    if (r)
        map_set_finish(&set);
    else
        *ret_set = set;
    return r;
}

void map_set_finish(struct map_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        served_map_release(set->maps[i]);
    free(set->maps);
    *set = (struct map_set){NULL, 0};
}

struct published_map **map_set_list(const struct map_set *set,
                                    size_t *ret_count)
{
    struct published_map **maps =
        array_alloc(set->count * MAP_PROFILES_MAX, sizeof(*maps));
    size_t count = 0;

    if (!maps)
        return NULL;
    for (size_t i = 0; i < set->count; i++) {
        for (uint32_t j = 0; j < set->maps[i]->count; j++)
            maps[count++] = set->maps[i]->maps[j];
    }
    *ret_count = count;
    return maps;
}

static int serve(struct wiring *wiring, struct error *error)
{
    size_t count;
    struct published_map **maps = map_set_list(&wiring->maps, &count);
    int r = maps ? living_serve(wiring->living, maps, count, error)
                 : error_no_memory(error);

    if (r)
        free(maps);
    return r;
}

int map_set_serve(const struct settings *settings, struct wiring *wiring,
                  struct error *error)
{
    int r;

    registry_set_kept(wiring->registry, settings->masks_kept,
                      settings->masks_bytes);
    r = map_set_make(settings, SIZE_MAX, wiring, &wiring->maps, error);
    return r ? r : serve(wiring, error);
}

/* ---- Retired maps -------------------------------------------------------- */

int retired_maps_reserve(struct retired_maps *retired, size_t more)
{
    return array_reserve(&retired->list, &retired->capacity,
                         retired->count + more, sizeof(*retired->list));
}

void retired_maps_add(struct retired_maps *retired, struct served_map *served)
{
    retired->list[retired->count++] = served;
}

static void reclaim(struct served_map *served, const struct map_set *now)
{
    const struct served_map *other = map_set_find(now, served->name);

    if (served->imported.path && other && other->imported.path)
        imported_remove(&served->imported, &other->imported, served->name);
    served_map_release(served);
}

bool retired_maps_drain(struct retired_maps *retired, const struct map_set *now,
                        struct tile_store *tiles)
{
    size_t left = 0;

    if (!retired->count)
        return true;
    tile_store_forget(tiles);
    for (size_t i = 0; i < retired->count; i++) {
        struct served_map *served = retired->list[i];

        if (served_map_drain(served))
            reclaim(served, now);
        else
            retired->list[left++] = served;
    }
    retired->count = left;
    if (!left)
        malloc_trim(0);
    return !left;
}

void retired_maps_finish(struct retired_maps *retired)
{
    for (size_t i = 0; i < retired->count; i++)
        served_map_release(retired->list[i]);
    free(retired->list);
    *retired = (struct retired_maps){0};
}
