/* drawn_tags: the tags of one object while it is written. */
#include "lab/generate/osm/drawn_tags.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static const char *const words[] = {
    "Acre",    "Alder",  "Anchor", "Apple",  "Ash",     "Baker",  "Barley",
    "Beech",   "Birch",  "Bishop", "Bridge", "Brook",   "Canal",  "Castle",
    "Cedar",   "Chapel", "Cherry", "Church", "Clay",    "Cliff",  "Cooper",
    "Copper",  "Crane",  "Dale",   "Elm",    "Falcon",  "Farm",   "Fern",
    "Field",   "Forge",  "Garden", "Grange", "Harbour", "Hazel",  "Heron",
    "Hill",    "Holly",  "Kiln",   "Lake",   "Larch",   "Linden", "Maple",
    "Market",  "Mason",  "Meadow", "Mill",   "Minster", "Moor",   "Oak",
    "Orchard", "Park",   "Pine",   "Poplar", "Quarry",  "Rose",   "Rowan",
    "Sand",    "School", "Stone",  "Thorn",  "Tower",   "Walnut", "Weaver",
    "Willow",
};
static const char *const street_ends[] = {"Street", "Street", "Road", "Lane",
                                          "Way",    "Close",  "Row",  "Drive"};
static const char *const fronts[] = {"",     "",       "",       "",    "",
                                     "Old ", "Upper ", "Lower ", "New "};
static const char *const place_ends[] = {"ford",  "ton",  "bury", "ham",
                                         "field", "wick", "dale", "mouth"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void drawn_tag(struct drawn_tags *tags, const char *key, const char *value)
{
    assert(tags->count < DRAWN_TAGS_MAX);
    tags->tag[tags->count++] = (struct osm_text_tag){key, value};
}

void drawn_tag_print(struct drawn_tags *tags, const char *key,
                     const char *format, ...)
{
    char *text = tags->text[tags->text_count];
    va_list arguments;

    assert(tags->text_count < DRAWN_TEXTS_MAX);
    tags->text_count++;
    va_start(arguments, format);
    vsnprintf(text, DRAWN_TEXT_SIZE, format, arguments);
    va_end(arguments);
    drawn_tag(tags, key, text);
}

void drawn_tag_street_name(struct drawn_tags *tags, const char *key,
                           uint64_t die)
{
    drawn_tag_print(tags, key, "%s%s %s", fronts[die % COUNT(fronts)],
                    words[(die >> 8) % COUNT(words)],
                    street_ends[(die >> 16) % COUNT(street_ends)]);
}

void drawn_tag_place_name(struct drawn_tags *tags, const char *key,
                          uint64_t die)
{
    drawn_tag_print(tags, key, "%s%s%s", fronts[die % COUNT(fronts)],
                    words[(die >> 8) % COUNT(words)],
                    place_ends[(die >> 16) % COUNT(place_ends)]);
}
