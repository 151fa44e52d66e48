/* roads_verify_attributes: texts and what refers to them. */
#include <errno.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/roads/roads_check.h"

/* Strings, each a line of UTF-8. */
static int check_text(const struct roads_check *check, struct error *error)
{
    const struct roads *roads = check->roads;
    uint64_t size = roads->text_size;
    uint64_t at = 0;

    if (!roads->text[0] && !roads->text[size - 1]) {
        while (at < size) {
            size_t length = strlen(roads->text + at);

            if (!text_is_line(roads->text + at, length))
                break;
            at += length + 1;
        }
        if (at == size)
            return 0;
    }
    error_set(error, -EINVAL,
              "no text: the first is empty, all are UTF-8 and end with NUL");
    return ROADS_BLAME(check, "road_text", roads->text, at, error);
}

static bool is_text(const struct roads *roads, uint32_t offset)
{
    return offset < roads->text_size && (!offset || !roads->text[offset - 1]);
}

static bool attributes_are_right(const struct roads *roads,
                                 const struct road_attributes *attributes)
{
    return is_text(roads, attributes->name) &&
           is_text(roads, attributes->ref) &&
           is_text(roads, attributes->destinations) &&
           is_text(roads, attributes->exits) &&
           is_text(roads, attributes->pronunciation) &&
           is_text(roads, attributes->lanes[0]) &&
           is_text(roads, attributes->lanes[1]) &&
           !(attributes->class_bits >> roads->profile.class_count) &&
           attributes->mode[0] < MODE_COUNT &&
           attributes->mode[1] < MODE_COUNT &&
           attributes->road_class < ROAD_CLASS_COUNT && !attributes->reserved;
}

static int check_attributes(const struct roads_check *check, uint32_t begin,
                            uint32_t end, struct error *error)
{
    const struct roads *roads = check->roads;

    for (uint32_t i = begin; i < end; i++) {
        if (attributes_are_right(roads, &roads->attributes[i]))
            continue;
        error_set(error, -EINVAL,
                  "a text that is none, or a class or mode that is not known");
        return ROADS_BLAME(check, "attributes", roads->attributes, i, error);
    }
    return 0;
}

int roads_check_attributes(const struct roads_check *check, struct error *error)
{
    int r = check_text(check, error);

    return r ? r
             : roads_check_all(check, check->roads->attributes_count,
                               check_attributes, error);
}
