/* world: the map of a picture, imported, ordered and served. */
#include "tests/pictures/world.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/conditions.h"
#include "core/graph/import/osm/network/osm_network.h"
#include "core/graph/road_network/road_map.h"
#include "tests/pictures/picture_xml.h"
#include "tests/publish.h"
#include "tests/unit/graph/osm_bytes.h"

/* ---- Importing ---------------------------------------------------------- */

static bool wants_way(void *context, const struct tags *tags)
{
    return profile_wants_way(context, tags);
}

static bool wants_node(void *context, const struct tags *tags)
{
    return profile_wants_node(context, tags);
}

static int find_profile(const struct picture *picture,
                        struct profile **ret_profile, struct error *error)
{
    const char *text = picture->profile_text;
    const char *const *set = (const char *const *)picture->set;

    if (!text)
        return profile_find(picture->profile, set, picture->set_count,
                            ret_profile, error);
    return profile_read(picture->profile, text, strlen(text), set,
                        picture->set_count, ret_profile, error);
}

static int read_data(const struct picture *picture, struct profile *profile,
                     struct osm_data *ret_data, struct error *error)
{
    struct osm_filter filter = {wants_way, wants_node, profile};
    size_t size;
    char *xml = picture_xml(picture, &size);
    int r = osm_bytes_read(xml, size, "osm", &filter, ret_data, error);

    free(xml);
    return r;
}

static int make_map(const struct picture *picture,
                    const struct profile *profile, const struct osm_data *data,
                    struct import_report *report, struct map **ret_map,
                    struct error *error)
{
    struct road_map_settings settings = {
        .small_component = picture->small_component,
        .source = picture->title,
    };
    struct road_network network = {0};
    int r = osm_network_make(data, profile, &network, report, error);

    if (!r)
        r = road_map_make(&network, &settings, ret_map, error);
    road_network_finish(&network);
    return r;
}

static int import(const struct picture *picture, struct import_report *report,
                  struct map **ret_map, struct error *error)
{
    struct profile *profile = NULL;
    struct osm_data data = {0};
    int r = find_profile(picture, &profile, error);

    if (!r)
        r = read_data(picture, profile, &data, error);
    if (!r)
        r = make_map(picture, profile, &data, report, ret_map, error);
    osm_data_finish(&data);
    profile_destroy(profile);
    return r;
}

/* ---- Serving ------------------------------------------------------------ */

static int publish(struct world *world, const struct picture *picture,
                   struct map *map, struct error *error)
{
    const struct local_clock utc = {.at = NULL};
    const struct device *cpu = device_cpu();
    uint32_t closed;
    int r = registry_create(&world->registry, error);

    if (!r && picture->moment.given &&
        conditions_close(map, &utc, &picture->moment, &closed))
        r = error_no_memory(error);
    if (r) {
        map_destroy(map);
        return r;
    }
    r = publish_map(world->registry, "picture", map, world->catalog.solver,
                    world->catalog.count, &cpu, 1, error);
    if (r)
        return r;
    world->entry = registry_acquire(world->registry, "picture", NULL);
    world->map = map_entry_map(world->entry);
    return 0;
}

static bool asks_osrm(const struct picture *picture)
{
    for (size_t i = 0; i < picture->ask_count; i++) {
        if (picture->ask[i].kind == ASK_OSRM)
            return true;
    }
    return false;
}

static const struct limits limits = {
    .deadline_ms = 60000,
    .queries_max = 1000,
    .costs_max = 1000,
    .stops_max = 1000,
    .table_ids_max = 1000000,
    .table_cells_max = 1000,
    .stream_bytes_max = 1 << 20,
    .memory_max = 1 << 20,
};

static const struct runtime_limits runtime_limits = {.now = &limits};

static int serve(struct world *world, const struct picture *picture,
                 struct error *error)
{
    const struct engine_settings engine = {
        .queue_length = 100,
        .batch_max = 16,
        .cpu_workers = 1,
        .solver = "auto",
    };
    const struct device *cpu = device_cpu();
    int r = engine_create(&engine, world->registry, &world->catalog, &cpu, 1,
                          &world->engine, error);

    if (r)
        return r;
    world->service = service_create(&runtime_limits, world->engine, NULL, NULL);
    if (!world->service)
        return error_no_memory(error);
    return asks_osrm(picture) ? web_open(world->service, &world->web, error)
                              : 0;
}

int world_make(const struct picture *picture, struct world *ret_world,
               struct error *error)
{
    struct map *map = NULL;
    int r;

    *ret_world = (struct world){0};
    r = import(picture, &ret_world->report, &map, error);
    if (r)
        return r;
    catalog_init(&ret_world->catalog);
    r = publish(ret_world, picture, map, error);
    if (!r)
        r = serve(ret_world, picture, error);
    if (r)
        world_finish(ret_world);
    return r;
}

void world_finish(struct world *world)
{
    web_close(world->web);
    engine_destroy(world->engine);
    service_destroy(world->service);
    map_entry_release(world->entry);
    registry_destroy(world->registry);
}

/* ---- Asking ------------------------------------------------------------- */

struct waiter {
    pthread_mutex_t lock; /* guards answered */
    pthread_cond_t news;
    bool answered;
};

static void waiter_init(struct waiter *waiter, struct question *question)
{
    pthread_mutex_init(&waiter->lock, NULL);
    pthread_cond_init(&waiter->news, NULL);
    waiter->answered = false;
    question->context = waiter;
}

static void ended(struct question *question)
{
    struct waiter *waiter = question->context;

    pthread_mutex_lock(&waiter->lock);
    waiter->answered = true;
    pthread_cond_signal(&waiter->news);
    pthread_mutex_unlock(&waiter->lock);
}

/* `outcome`: what asking said. */
static enum outcome waiter_finish(struct waiter *waiter,
                                  const struct question *question,
                                  enum outcome outcome)
{
    pthread_mutex_lock(&waiter->lock);
    while (outcome == OUTCOME_OK && !waiter->answered)
        pthread_cond_wait(&waiter->news, &waiter->lock);
    pthread_mutex_unlock(&waiter->lock);
    pthread_cond_destroy(&waiter->news);
    pthread_mutex_destroy(&waiter->lock);
    return outcome == OUTCOME_OK ? question->outcome : outcome;
}

enum outcome world_ask_route(struct world *world,
                             struct route_question *question)
{
    struct waiter waiter;

    waiter_init(&waiter, &question->base);
    question->base.ended = ended;
    return waiter_finish(&waiter, &question->base,
                         service_ask_route(world->service, question));
}

enum outcome world_ask_path(struct world *world, struct path_question *question)
{
    struct waiter waiter;

    waiter_init(&waiter, &question->base);
    question->base.ended = ended;
    return waiter_finish(&waiter, &question->base,
                         service_ask_path(world->service, question));
}
