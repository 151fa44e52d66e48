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

/* Whether the object has the key already. `keys`: those of its tags, once they
 * are many. */
static int find_twice(const struct osm_reading *reading, const char *key,
                      struct intern_pool *keys, bool *ret_twice)
{
    const struct osm_text_tag *tag = reading->tag;
    size_t count = reading->object.tag_count;
    uint32_t place;
    size_t before;
    int r = 0;

    if (count <= FEW_TAGS) {
        *ret_twice = comes_before(tag, count, key);
        return 0;
    }
    for (size_t i = keys->used; i < count && !r; i++)
        r = intern_pool_add(keys, tag[i].key, strlen(tag[i].key) + 1, &place);
    before = keys->size;
    r = r ? r : intern_pool_add(keys, key, strlen(key) + 1, &place);
    *ret_twice = keys->size == before;
    return r;
}

/* Adds a tag whose key and value have these offsets. */
static int put_tag(struct osm_reading *reading, size_t key, size_t value)
{
    const char *text = reading->text;
    size_t count = reading->object.tag_count;

    if (array_reserve(&reading->tag, &reading->tag_capacity, count + 1,
                      sizeof(*reading->tag)) ||
        array_reserve(&reading->view, &reading->view_capacity, count + 1,
                      sizeof(*reading->view)))
        return -ENOMEM;
    reading->tag[count] = (struct osm_text_tag){text + key, text + value};
    reading->view[count] = (struct osm_tag){(uint32_t)key, (uint32_t)value};
    reading->object.tag_count++;
    return 0;
}

/* Splits the current object's tags. Of those with one key the first counts. */
static int take_tags(struct osm_reading *reading, struct error *error)
{
    const char *text = reading->text;
    struct intern_pool keys = {0};
    int r = 0;

    for (size_t key = 0; key < reading->text_size && !r;) {
        size_t value = key + strlen(text + key) + 1;
        bool twice;

        r = find_twice(reading, text + key, &keys, &twice);
        if (!r && twice)
            reading->object.tags_twice++;
        else if (!r)
            r = put_tag(reading, key, value);
        key = value + strlen(text + value) + 1;
    }
    intern_pool_finish(&keys);
    reading->object.tags = reading->tag;
    return r ? error_no_memory(error) : 0;
}

static struct tags seen_tags(const struct osm_reading *reading)
{
    return (struct tags){reading->view, (uint32_t)reading->object.tag_count,
                         reading->text, NULL};
}

/* ---- Filters ------------------------------------------------------------- */

static bool wants_way(const struct osm_reading *reading)
{
    const struct osm_filter *filter = reading->filter;
    struct tags tags = seen_tags(reading);

    return !filter->wants_way || filter->wants_way(filter->context, &tags);
}

static bool wants_node(const struct osm_reading *reading)
{
    const struct osm_filter *filter = reading->filter;
    struct tags tags = seen_tags(reading);

    return filter->wants_node && !reading->object.deleted &&
           reading->text_size && filter->wants_node(filter->context, &tags);
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

static bool is_wanted(const struct osm_reading *reading)
{
    if (reading->object.deleted)
        return false;
    return reading->object.kind == OSM_WAY ? wants_way(reading)
                                           : is_restriction(reading);
}

/* ---- Objects ------------------------------------------------------------- */

/* If ids ascend in a file, none occurs twice. */
static void note_order(struct osm_reading *reading)
{
    enum osm_kind kind = reading->object.kind;
    int64_t id = reading->object.id;

    if (reading->has_last[kind] && id <= reading->last_id[kind])
        reading->twice = true;
    reading->has_last[kind] = true;
    reading->last_id[kind] = id;
}

static void count_object(struct osm_reading *reading)
{
    static const enum import_count counts[] = {
        [OSM_NODE] = COUNT_NODES,
        [OSM_WAY] = COUNT_WAYS,
        [OSM_RELATION] = COUNT_RELATIONS,
    };
    uint64_t *count = reading->data->report.count;

    count[counts[reading->object.kind]]++;
    count[COUNT_DELETED] += reading->object.deleted;
}

/* A way or relation; its ordinal is the same in both passes. A way that no
 * profile keeps is counted here, one that is kept later, by profile. */
static int see_whole(struct osm_reading *reading, struct error *error)
{
    const struct osm_object *object = &reading->object;
    int r = take_tags(reading, error);
    bool wanted;

    if (r)
        return r;
    reading->ordinal++;
    wanted = is_wanted(reading);
    if (reading->second) {
        if (!wanted)
            osm_gathering_supersede(reading->data, object->kind, object->id,
                                    &object->stamp);
        return 0;
    }
    count_object(reading);
    note_order(reading);
    if (!wanted && object->kind == OSM_WAY && !object->deleted)
        reading->data->report.count[COUNT_WAYS_NO_ROAD]++;
    return wanted ? READING_WANTED : 0;
}

/* The first pass only needs nodes that may be wanted. */
static int see_node(struct osm_reading *reading, struct error *error)
{
    const struct osm_object *object = &reading->object;
    int r;

    if (reading->second)
        count_object(reading);
    if (reading->second ? !osm_gathering_expects(reading->data, object->id)
                        : !reading->text_size)
        return 0;
    r = take_tags(reading, error);
    if (r)
        return r;
    if (reading->second)
        return osm_gathering_node(reading->data, object, wants_node(reading),
                                  error);
    return wants_node(reading)
               ? osm_gathering_keep(reading->data, object->id, error)
               : 0;
}

int osm_reading_object(struct osm_reading *reading,
                       const struct osm_object *object, const char *text,
                       size_t text_size, struct error *error)
{
    reading->object = *object;
    reading->object.stamp.ordinal = reading->ordinal;
    reading->text = text;
    reading->text_size = text_size;
    return object->kind == OSM_NODE ? see_node(reading, error)
                                    : see_whole(reading, error);
}

int osm_reading_wanted(struct osm_reading *reading,
                       const struct osm_object *object, struct error *error)
{
    reading->object.refs = object->refs;
    reading->object.ref_count = object->ref_count;
    reading->object.members = object->members;
    reading->object.member_count = object->member_count;
    return osm_gathering_pile(reading->data, &reading->object, error);
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
