/* vertices: the ids of a map in internal order, which is that of binary trees,
 * with positions where they are known. */
#include <endian.h>
#include <errno.h>
#include <stdlib.h>

#include "api/form/params.h"
#include "api/http/exchange.h"
#include "api/router.h"
#include "core/engine/registry.h"

enum { IDS_OCTETS = JSON_WRITER_PART / 8 };

struct vertices_request {
    char map[FIELD_NAME_SIZE];
    char profile[FIELD_NAME_SIZE];
};

struct vertices_task {
    struct vertices_request request;
    struct map_entry *entry; /* pinned */
    const struct map *map;
    uint32_t next; /* vertex to write */
};

static const struct field field_list[] = {
    {"map", FIELD_NAME, false, offsetof(struct vertices_request, map), NULL},
    {"profile", FIELD_NAME, false, offsetof(struct vertices_request, profile),
     NULL},
};
static const struct fields fields = {field_list, 2};

static void finish(void *work)
{
    struct vertices_task *task = work;

    map_entry_release(task->entry);
    free(task);
}

static int parse(struct exchange *exchange, struct vertices_task *task,
                 struct problem *problem)
{
    const char *name = task->request.map;
    const char *profile = task->request.profile;
    enum outcome outcome;
    struct error error;

    if (params_parse(exchange->query, &fields, &task->request, problem))
        return -EINVAL;
    outcome = service_find_map(exchange_service(exchange), *name ? name : NULL,
                               *profile ? profile : NULL, &task->entry, &error);
    if (outcome != OUTCOME_OK)
        return problem_from_outcome(problem, outcome, error.text);
    task->map = map_entry_map(task->entry);
    return 0;
}

static enum produced produce_octets(struct exchange *exchange)
{
    struct vertices_task *task = exchange->work;
    uint32_t count = task->map->topology.vertex_count;
    uint32_t end =
        count - task->next < IDS_OCTETS ? count : task->next + IDS_OCTETS;

    for (; task->next < end; task->next++) {
        uint64_t id = htole64(task->map->external_id[task->next]);

        json_writer_raw(&exchange->out, &id, sizeof(id));
    }
    return end < count ? PRODUCED_PART : PRODUCED_LAST;
}

static void open_object(const struct vertices_task *task,
                        struct json_writer *writer)
{
    json_begin_object(writer);
    json_key(writer, "map");
    json_write_string(writer, map_entry_name(task->entry));
    json_key(writer, "count");
    json_write_number(writer, task->map->topology.vertex_count);
    json_key(writer, "vertices");
    json_begin_array(writer);
}

/* [id, longitude, latitude], or [id]. */
static void write_vertex(const struct map *map, uint32_t vertex,
                         struct json_writer *writer)
{
    json_begin_array(writer);
    json_write_number(writer, map->external_id[vertex]);
    if (map->position) {
        json_write_degrees_e7(writer, map->position[vertex].lon_e7);
        json_write_degrees_e7(writer, map->position[vertex].lat_e7);
    }
    json_end_array(writer);
}

static enum produced produce_json(struct exchange *exchange)
{
    struct vertices_task *task = exchange->work;
    struct json_writer *writer = &exchange->out;

    if (!task->next)
        open_object(task, writer);
    while (task->next < task->map->topology.vertex_count) {
        if (json_writer_full(writer))
            return PRODUCED_PART;
        write_vertex(task->map, task->next++, writer);
    }
    json_end_array(writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void start(struct exchange *exchange, const struct vertices_task *task)
{
    uint64_t count = task->map->topology.vertex_count;

    if (exchange->media == MEDIA_OCTETS)
        exchange_stream(exchange, count * 8, produce_octets);
    else
        exchange_stream(exchange, UINT64_MAX, produce_json);
}

static void handle(struct exchange *exchange)
{
    struct vertices_task *task = calloc(1, sizeof(*task));
    struct problem problem;
    int result;

    exchange->work = task;
    if (task)
        result = parse(exchange, task, &problem);
    else
        result = problem_set(&problem, PROBLEM_FAILED, "out of memory");
    if (result)
        exchange_refuse(exchange, &problem);
    else
        start(exchange, task);
}

const struct endpoint endpoint_vertices = {
    .path = "/v1/vertices",
    .method = "GET",
    .media = MEDIA_JSON | MEDIA_OCTETS,
    .handle = handle,
    .finish = finish,
};
