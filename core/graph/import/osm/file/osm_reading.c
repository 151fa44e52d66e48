#include "core/graph/import/osm/file/osm_reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/intern_pool.h"
#include "core/base/text.h"

bool osm_reading_wants(const struct osm_reading *reading, enum osm_kind kind)
{
    if (kind == OSM_NODE)
        return reading->second || reading->filter->wants_node;
    return !reading->second || reading->twice;
}

/* ---- Tags --------------------------------------------------------------- */

/* Adds a tag whose key has the offset `at` and whose value is `value`. */
static int put_tag(struct osm_reading *reading, const char *text, size_t at,
                   size_t value)
{
    size_t count = reading->object.tag_count;

    if (array_reserve((void **)&reading->tag, &reading->tag_capacity, count + 1,
                      sizeof(*reading->tag)) ||
        array_reserve((void **)&reading->view, &reading->view_capacity,
                      count + 1, sizeof(*reading->view)))
        return -ENOMEM;
    reading->tag[count] = (struct osm_text_tag){text + at, text + value};
    reading->view[count] = (struct osm_tag){(uint32_t)at, (uint32_t)value};
    reading->object.tag_count++;
    return 0;
}

static int split_tags(struct osm_reading *reading,
                      const struct osm_arrival *arrival)
{
    const char *text = arrival->tags;

    for (size_t at = 0; at < arrival->tags_size;) {
        size_t value = at + strlen(text + at) + 1;
        int r = put_tag(reading, text, at, value);

        if (r)
            return r;
        at = value + strlen(text + value) + 1;
    }
    return 0;
}

static bool comes_before(const struct osm_text_tag *tags, size_t count,
                         const char *key)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(tags[i].key, key))
            return true;
    }
    return false;
}

/* Up to that many tags are searched linearly. */
enum { FEW_TAGS = 32 };

/* Whether an earlier tag has the key of tag i; `keys` has all earlier keys if
 * there are many. */
static int find_twice(const struct osm_reading *reading, size_t i,
                      struct intern_pool *keys, bool *ret_twice)
{
    const char *key = reading->tag[i].key;
    size_t before = keys->size;
    uint32_t place;
    int r;

    if (reading->object.tag_count <= FEW_TAGS) {
        *ret_twice = comes_before(reading->tag, i, key);
        return 0;
    }
    r = intern_pool_add(keys, key, strlen(key) + 1, &place);
    *ret_twice = keys->size == before;
    return r;
}

static int view_tags(struct osm_reading *reading)
{
    struct intern_pool keys = {0};
    uint32_t count = 0;
    int r = 0;

    for (size_t i = 0; i < reading->object.tag_count && !r; i++) {
        bool twice;

        r = find_twice(reading, i, &keys, &twice);
        if (!twice)
            reading->view[count++] = reading->view[i];
    }
    intern_pool_finish(&keys);
    reading->view_count = count;
    return r;
}

/* Copies the object without its refs or members. */
static int take_object(struct osm_reading *reading,
                       const struct osm_arrival *arrival, struct error *error)
{
    int r;

    reading->object = (struct osm_object){
        .id = arrival->id,
        .stamp = {.ordinal = reading->ordinal, .version = arrival->version},
        .deleted = arrival->deleted,
    };
    r = split_tags(reading, arrival);
    r = r ? r : view_tags(reading);
    reading->object.tags = reading->tag;
    return r ? error_no_memory(error) : 0;
}

static struct tags seen_tags(const struct osm_reading *reading,
                             const struct osm_arrival *arrival)
{
    return (struct tags){reading->view, reading->view_count, arrival->tags};
}

/* ---- Filters ------------------------------------------------------------- */

static bool wants_way(struct osm_reading *reading,
                      const struct osm_arrival *arrival)
{
    const struct osm_filter *filter = reading->filter;
    struct tags tags = seen_tags(reading, arrival);

    return !filter->wants_way || filter->wants_way(filter->context, &tags);
}

static bool wants_node(struct osm_reading *reading,
                       const struct osm_arrival *arrival)
{
    const struct osm_filter *filter = reading->filter;
    struct tags tags;

    if (!filter->wants_node || arrival->deleted || !arrival->tags_size)
        return false;
    tags = seen_tags(reading, arrival);
    return filter->wants_node(filter->context, &tags);
}

static bool is_restriction(const struct osm_reading *reading)
{
    static const char prefix[] = "restriction";

    for (size_t i = 0; i < reading->object.tag_count; i++) {
        const struct osm_text_tag *tag = &reading->tag[i];

        if (!strcmp(tag->key, "type"))
            return !strncmp(tag->value, prefix, sizeof(prefix) - 1);
    }
    return false;
}

static bool is_wanted(struct osm_reading *reading,
                      const struct osm_arrival *arrival)
{
    if (arrival->deleted)
        return false;
    return arrival->kind == OSM_WAY ? wants_way(reading, arrival)
                                    : is_restriction(reading);
}

/* ---- Objects ------------------------------------------------------------- */

/* If ids ascend in a file, none occurs twice. */
static void watch_order(struct osm_reading *reading,
                        const struct osm_arrival *arrival)
{
    enum osm_kind kind = arrival->kind;

    if (reading->has_last[kind] && arrival->id <= reading->last_id[kind])
        reading->twice = true;
    reading->has_last[kind] = true;
    reading->last_id[kind] = arrival->id;
}

static void count_object(struct osm_reading *reading,
                         const struct osm_arrival *arrival)
{
    static const enum import_count counts[] = {
        [OSM_NODE] = COUNT_NODES,
        [OSM_WAY] = COUNT_WAYS,
        [OSM_RELATION] = COUNT_RELATIONS,
    };
    uint64_t *count = reading->data->report.count;

    count[counts[arrival->kind]]++;
    count[COUNT_DELETED] += arrival->deleted;
}

/* Counts a way that no profile keeps. Ways that are kept are counted later, by
 * profile. */
static void count_unwanted(struct osm_reading *reading,
                           const struct osm_arrival *arrival)
{
    if (arrival->kind == OSM_WAY && !arrival->deleted)
        reading->data->report.count[COUNT_WAYS_NO_ROAD]++;
}

/* A way or relation; its ordinal is the same in both passes. */
static int see_whole(struct osm_reading *reading,
                     const struct osm_arrival *arrival, struct error *error)
{
    int r = take_object(reading, arrival, error);
    bool wanted;

    if (r)
        return r;
    reading->ordinal++;
    wanted = is_wanted(reading, arrival);
    if (reading->second) {
        if (!wanted)
            osm_gathering_supersede(reading->data, arrival->kind, arrival->id,
                                    &reading->object.stamp);
        return 0;
    }
    count_object(reading, arrival);
    watch_order(reading, arrival);
    if (!wanted)
        count_unwanted(reading, arrival);
    return wanted ? READING_WANTED : 0;
}

/* The first pass only needs nodes that may be wanted. */
static int see_node(struct osm_reading *reading,
                    const struct osm_arrival *arrival, struct error *error)
{
    int r;

    if (reading->second)
        count_object(reading, arrival);
    if (reading->second ? !osm_gathering_expects(reading->data, arrival->id)
                        : !arrival->tags_size)
        return 0;
    r = take_object(reading, arrival, error);
    if (r)
        return r;
    if (reading->second)
        return osm_gathering_node(reading->data, &reading->object,
                                  arrival->position,
                                  wants_node(reading, arrival), error);
    return wants_node(reading, arrival)
               ? osm_gathering_keep(reading->data, arrival->id, error)
               : 0;
}

int osm_reading_object(struct osm_reading *reading,
                       const struct osm_arrival *arrival, struct error *error)
{
    return arrival->kind == OSM_NODE ? see_node(reading, arrival, error)
                                     : see_whole(reading, arrival, error);
}

int osm_reading_refs(struct osm_reading *reading, const int64_t *refs,
                     size_t count, struct error *error)
{
    return osm_gathering_way(reading->data, &reading->object, refs, count,
                             error);
}

int osm_reading_members(struct osm_reading *reading,
                        const struct osm_member *members, size_t count,
                        struct error *error)
{
    return osm_gathering_relation(reading->data, &reading->object, members,
                                  count, error);
}

const char *osm_role_name(uint8_t role)
{
    static const char *const names[] = {
        [ROLE_FROM] = "from", [ROLE_VIA] = "via", [ROLE_TO] = "to"};

    return names[role];
}

bool osm_reading_role(const char *role, uint8_t *ret_role)
{
    for (uint8_t i = ROLE_FROM; i <= ROLE_TO; i++) {
        if (!strcmp(role, osm_role_name(i))) {
            *ret_role = i;
            return true;
        }
    }
    return false;
}

/* ---- Files and passes ---------------------------------------------------- */

void osm_reading_progress(const struct osm_reading *reading, uint64_t done)
{
    progress_report(reading->progress, "reading", reading->before + done,
                    reading->total);
}

static bool list_has(const char *list, const char *item)
{
    size_t length = strlen(item);
    const char *at = list;

    while ((at = strstr(at, item))) {
        bool begins = at == list || at[-1] == ' ';

        if (begins && (!at[length] || at[length] == ','))
            return true;
        at++;
    }
    return false;
}

void osm_reading_generator(struct osm_reading *reading, const char *generator)
{
    struct osm_data *data = reading->data;
    char list[sizeof(data->generator)];
    char item[sizeof(data->generator)];

    if (reading->second)
        return;
    text_copy_line(item, sizeof(item), *generator ? generator : "?");
    if (list_has(data->generator, item))
        return;
    text_copy_line(list, sizeof(list), data->generator);
    text_list_add(list, sizeof(list), item);
    text_copy_line(data->generator, sizeof(data->generator), list);
}

void osm_reading_next_file(struct osm_reading *reading)
{
    memset(reading->has_last, 0, sizeof(reading->has_last));
}

int osm_reading_next_pass(struct osm_reading *reading, struct error *error)
{
    reading->second = true;
    reading->ordinal = 0;
    osm_reading_next_file(reading);
    return osm_gathering_choose(reading->data, error);
}

void osm_reading_finish(struct osm_reading *reading)
{
    free(reading->tag);
    free(reading->view);
}
