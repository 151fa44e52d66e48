/* picture_drawing: letters and digits of a drawing, and where they are. */
#include <math.h>
#include <string.h>

#include "core/graph/roads/ground.h"
#include "tests/pictures/picture_parse.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int64_t usual_id(char letter)
{
    if (is_digit(letter))
        return 0;
    return letter >= 'a' ? letter - 'a' + 1 : letter - 'A' + 27;
}

struct picture_node *picture_find(const struct picture *picture, char letter)
{
    for (size_t i = 0; i < picture->node_count; i++) {
        if (picture->node[i].letter == letter)
            return &picture->node[i];
    }
    return NULL;
}

struct picture_way *picture_find_way(const struct picture *picture,
                                     const char *label)
{
    for (size_t i = 0; i < picture->way_count; i++) {
        if (!strcmp(picture->way[i].label, label))
            return &picture->way[i];
    }
    return NULL;
}

/* Until the picture ends a position is the place in the drawing. */
static int take_letter(struct picture_parser *parser, char letter,
                       size_t column)
{
    struct picture *picture = parser->picture;

    if (picture_find(picture, letter))
        return parse_fail(parser, "'%c' is drawn twice", letter);
    *POOL_APPEND(&parser->file->pool, picture->node, picture->node_count) =
        (struct picture_node){
            .letter = letter,
            .id = usual_id(letter),
            .position = {(int32_t)column, (int32_t)picture->drawing_count},
        };
    return 0;
}

int parse_drawn(struct picture_parser *parser, const char *line)
{
    struct picture *picture = parser->picture;
    struct pool *pool = &parser->file->pool;
    int r = 0;

    for (size_t i = 0; line[i] && !r; i++) {
        if (is_letter(line[i]) || is_digit(line[i]))
            r = take_letter(parser, line[i], i);
        else if (!strchr(" -|/\\+.'=<>^:`", line[i]))
            r = parse_fail(parser, "'%c' cannot be drawn", line[i]);
    }
    *POOL_APPEND(pool, picture->drawing, picture->drawing_count) =
        pool_text(pool, line, line + strlen(line));
    return r;
}

/* testbot's nodes are where they may be asked for by OSRM's API. */
static int32_t rounded(const struct picture *picture, double degrees_e7)
{
    int32_t grid = !picture->profile_text && picture->profile &&
                           !strcmp(picture->profile, "testbot")
                       ? 10
                       : 1;

    return grid * (int32_t)lround(degrees_e7 / grid);
}

static struct position put(const struct picture *picture, struct position drawn)
{
    struct ground ground = ground_at(picture->origin.lat_e7);
    double east_m = drawn.lon_e7 * picture->grid_m / 2;
    double south_m = drawn.lat_e7 * picture->grid_m;

    return (struct position){
        .lon_e7 = (int32_t)lon_e7_wrap(
            rounded(picture, picture->origin.lon_e7 + east_m / ground.east_m)),
        .lat_e7 =
            rounded(picture, picture->origin.lat_e7 - south_m / ground.north_m),
    };
}

int parse_end(struct picture_parser *parser)
{
    struct picture *picture = parser->picture;

    if (!picture)
        return 0;
    if (!picture->node_count)
        return parse_fail(parser, "picture '%s' shows nothing", picture->title);
    if (!picture->ask_count && !picture->import_error)
        return parse_fail(parser, "picture '%s' asks nothing", picture->title);
    for (size_t i = 0; i < picture->node_count; i++)
        picture->node[i].position = put(picture, picture->node[i].position);
    return 0;
}
