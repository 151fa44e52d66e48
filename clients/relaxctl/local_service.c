/* local_service: a map file served within this process. */
#include "clients/relaxctl/local_service.h"

#include <stdio.h>
#include <string.h>

#include "core/graph/map_file/map_file.h"
#include "core/solver/device.h"

static const struct limits limits = {
    .queries_max = SIZE_MAX,
    .costs_max = SIZE_MAX,
    .stops_max = SIZE_MAX,
    .table_cells_max = UINT64_MAX,
    .stream_bytes_max = 1 << 28,
    .stream_memory_max = SIZE_MAX,
    .table_memory_max = SIZE_MAX,
};

static const struct runtime_limits runtime_limits = {.now = &limits};

static int start(struct local_service *local, const char *solver,
                 struct error *error)
{
    const struct device *devices[] = {device_cpu()};
    const struct engine_settings settings = {
        .queue_length = 16,
        .batch_max = 65536,
        .solver = solver ? solver : "auto",
    };
    int r = engine_create(&settings, local->registry, &local->catalog, devices,
                          1, &local->engine, error);

    if (r)
        return r;
    local->service = service_create(&runtime_limits, local->engine);
    return local->service ? 0 : error_no_memory(error);
}

/* What answers call the map: its file, in the characters that names have. */
static void name_map(const char *path, char ret_name[MAP_NAME_SIZE])
{
    const char *slash = strrchr(path, '/');
    size_t length;

    snprintf(ret_name, MAP_NAME_SIZE, "%s", slash ? slash + 1 : path);
    while ((length = strspn(ret_name, MAP_NAME_CHARACTERS)) < strlen(ret_name))
        ret_name[length] = '_';
}

static int publish(struct local_service *local, const char *path,
                   const char *profile, struct error *error)
{
    const struct device *devices[] = {device_cpu()};
    char name[MAP_NAME_SIZE];
    struct map *map;
    int r = map_open_profile(path, profile, &map, error);

    if (r)
        return r;
    r = registry_create(&local->registry, error);
    if (r) {
        map_destroy(map);
        return r;
    }
    name_map(path, name);
    return registry_publish(local->registry, name, map, local->catalog.solver,
                            local->catalog.count, devices, 1, error);
}

int local_service_init(struct local_service *local, const char *path,
                       const char *profile, const char *solver,
                       struct error *error)
{
    int r;

    memset(local, 0, sizeof(*local));
    pthread_mutex_init(&local->lock, NULL);
    pthread_cond_init(&local->changed, NULL);
    catalog_init(&local->catalog);
    r = publish(local, path, profile, error);
    if (!r)
        r = start(local, solver, error);
    if (r)
        local_service_finish(local);
    return r;
}

void local_service_finish(struct local_service *local)
{
    service_destroy(local->service);
    engine_destroy(local->engine);
    registry_destroy(local->registry);
    pthread_cond_destroy(&local->changed);
    pthread_mutex_destroy(&local->lock);
}

static void answered(struct question *question)
{
    struct local_service *local = question->context;

    pthread_mutex_lock(&local->lock);
    local->answered = true;
    pthread_cond_signal(&local->changed);
    pthread_mutex_unlock(&local->lock);
}

void local_service_prepare(struct local_service *local,
                           struct question *question)
{
    local->answered = false;
    question->context = local;
    question->answered = answered;
}

void local_service_wait(struct local_service *local)
{
    pthread_mutex_lock(&local->lock);
    while (!local->answered)
        pthread_cond_wait(&local->changed, &local->lock);
    pthread_mutex_unlock(&local->lock);
}
