/* ask_mask: the classes of roads that a question does without. */
#include <string.h>

#include "core/base/text.h"
#include "core/service/ask.h"

/* -1 where there is none. The name need not end with a NUL. */
static int find_class(const struct road_profile *profile, const char *name,
                      size_t length)
{
    for (uint32_t i = 0; i < profile->class_count; i++) {
        if (strlen(profile->class_name[i]) == length &&
            !memcmp(profile->class_name[i], name, length))
            return (int)i;
    }
    return -1;
}

static enum outcome refuse_class(const struct road_profile *profile,
                                 const char *name, size_t length,
                                 struct error *error)
{
    char list[ERROR_TEXT_SIZE / 2] = "";

    for (uint32_t i = 0; i < profile->class_count; i++)
        text_list_add(list, sizeof(list), profile->class_name[i]);
    error_set(error, 0, "no class '%.*s' in profile %s; %s%s",
              length < 40 ? (int)length : 40, name, profile->name,
              *list ? "there are: " : "it has none", list);
    return OUTCOME_UNKNOWN_CLASS;
}

enum outcome service_find_classes(const struct map_entry *entry,
                                  const char *names, uint16_t *ret_classes,
                                  struct error *error)
{
    const struct roads *roads = &map_entry_map(entry)->roads;
    uint16_t classes = 0;

    if (!roads->piece_count) {
        error_set(error, 0,
                  "map '%s' is a bare graph, without roads to exclude",
                  map_entry_name(entry));
        return OUTCOME_NO_ROADS;
    }
    for (const char *name = names;; name++) {
        size_t length = strcspn(name, ",");
        int bit = find_class(&roads->profile, name, length);

        if (bit < 0)
            return refuse_class(&roads->profile, name, length, error);
        classes |= (uint16_t)(1u << bit);
        name += length;
        if (!*name)
            break;
    }
    *ret_classes = classes;
    return OUTCOME_OK;
}

/* Bits that are of no class close nothing. */
static uint16_t known_classes(const struct roads *roads, uint16_t classes)
{
    return roads->piece_count
               ? classes & (uint16_t)((1u << roads->profile.class_count) - 1)
               : 0;
}

enum outcome ask_mask(struct service *service, struct question *question)
{
    const struct roads *roads = &map_entry_map(question->entry)->roads;
    struct map_entry *whole = question->entry;
    struct map_entry *masked;
    uint16_t named = 0;
    uint16_t classes;
    struct error error;
    enum outcome outcome = OUTCOME_OK;

    if (question->exclude_names)
        outcome = service_find_classes(whole, question->exclude_names, &named,
                                       &error);
    if (outcome != OUTCOME_OK)
        return ask_refuse(question, outcome, "%s", error.text);
    classes = known_classes(roads, question->exclude | named);
    if (!classes)
        return OUTCOME_OK;
    if (registry_mask(engine_registry(service->engine), whole, classes, &masked,
                      &error))
        return ask_refuse_no_memory(question);
    question->entry = masked;
    map_entry_release(whole);
    return OUTCOME_OK;
}
