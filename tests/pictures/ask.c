/* ask: what asking the different questions shares. */
#include "tests/pictures/ask.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/ground.h"

void asking_miss(struct asking *asking, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("    ", asking->mistakes);
    vfprintf(asking->mistakes, format, arguments);
    va_end(arguments);
    fputc('\n', asking->mistakes);
}

void list_add(char *text, size_t size, const char *word)
{
    size_t length = strlen(text);
    size_t last = strlen(word);

    if (length >= last && !strcmp(text + length - last, word) &&
        (length == last || text[length - last - 1] == ' '))
        return;
    snprintf(text + length, size - length, "%s%s", length ? " " : "", word);
}

/* Words that are listed one after the other may be written as one where they
 * are letters. */
void asking_expect_text(struct asking *asking, const char *what,
                        const struct ask_expect *expect, const char *got)
{
    bool letters = expect->kind == EXPECT_NODES;
    char wanted[4096] = "";

    for (size_t i = 0; i < expect->count; i++)
        snprintf(wanted + strlen(wanted), sizeof(wanted) - strlen(wanted),
                 "%s%s", *wanted && !letters ? " " : "", expect->text[i]);
    if (strcmp(wanted, got))
        asking_miss(asking, "expected %s %s, got %s", what, wanted, got);
}

void asking_expect_number(struct asking *asking, const char *what,
                          const struct ask_expect *expect, size_t index,
                          double got, double slack)
{
    double wanted = expect->number[index];
    double allowed =
        expect->slack >= 0 ? expect->slack : slack + 0.002 * fabs(wanted);

    if (!(fabs(wanted - got) <= allowed))
        asking_miss(asking, "expected %s %g, got %g", what, wanted, got);
}

static double distance_m(struct position a, struct position b)
{
    struct ground ground = ground_at(a.lat_e7);

    return hypot((b.lon_e7 - a.lon_e7) * ground.east_m,
                 (b.lat_e7 - a.lat_e7) * ground.north_m);
}

void asking_expect_place(struct asking *asking, const char *what,
                         const struct ask_expect *expect,
                         struct position position)
{
    const struct picture_node *node =
        picture_find(asking->picture, expect->text[0][0]);
    double off_m = distance_m(node->position, position);

    if (off_m > 0.3)
        asking_miss(asking, "expected %s %c, got a place %.1f m from there",
                    what, node->letter, off_m);
}

char asking_letter(const struct asking *asking, int64_t id)
{
    const struct picture *picture = asking->picture;

    for (size_t i = 0; i < picture->node_count; i++) {
        if (picture->node[i].id == id)
            return picture->node[i].letter;
    }
    return '#';
}

uint16_t asking_class(const struct asking *asking, const char *name)
{
    const struct road_profile *profile = &asking->world->map->roads.profile;

    for (uint32_t i = 0; i < profile->class_count; i++) {
        if (!strcmp(profile->class_name[i], name))
            return (uint16_t)(1u << i);
    }
    return 0;
}

struct snap_options asking_wish(const struct asking *asking,
                                const struct ask_place *place)
{
    struct snap_options options =
        snap_options_of(picture_find(asking->picture, place->letter)->position);

    options.radius_m = place->radius_m;
    options.has_bearing = place->has_bearing;
    options.bearing_deg = place->bearing_deg;
    options.bearing_range_deg = place->bearing_range_deg;
    options.approach = (enum approach)place->approach;
    options.large_only = asking->ask->large;
    if (place->exclude)
        options.exclude = asking_class(asking, place->exclude);
    return options;
}

const char *asking_piece_name(const struct asking *asking, uint32_t piece)
{
    const struct roads *roads = &asking->world->map->roads;
    const char *name = roads->text + roads_attributes(roads, piece)->name;

    return *name ? name : "-";
}
