#include "core/graph/profile/facts.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Words --------------------------------------------------------------- */

/* Values of tags that are called otherwise, or mean the same as others. */
struct alias {
    const char *value;
    const char *word;
};

static bool is(const char *text, const char *value)
{
    return text && !strcmp(text, value);
}

static bool is_said(const char *text)
{
    return text && strcmp(text, "no") != 0;
}

/* The index of a word, 0 if the fact has no such word. */
static uint8_t word_of(enum word_fact fact, const char *text, size_t length)
{
    const char *const *words = word_fact_words(fact);

    for (uint8_t i = 0; words[i]; i++) {
        if (strlen(words[i]) == length && !strncasecmp(words[i], text, length))
            return i;
    }
    return 0;
}

/* The word of a value: of "a;b" and "a:b" the first part. */
static uint8_t read_word(enum word_fact fact, const char *value,
                         const struct alias *aliases)
{
    size_t length = value ? strcspn(value, ";:") : 0;

    while (length && value[length - 1] == ' ')
        length--;
    for (; length && aliases && aliases->value; aliases++) {
        if (strlen(aliases->value) == length &&
            !strncmp(aliases->value, value, length))
            return word_of(fact, aliases->word, strlen(aliases->word));
    }
    return length ? word_of(fact, value, length) : 0;
}

/* ---- Kinds of roads ------------------------------------------------------ */

static void read_class(const struct tags *tags, struct way_facts *facts)
{
    static const char link[] = "_link";
    const char *highway = tags_get(tags, "highway");
    size_t length = highway ? strlen(highway) : 0;
    size_t end = sizeof(link) - 1;

    if (length > end && !strcmp(highway + length - end, link)) {
        facts->flags |= WAY_LINK;
        length -= end;
    }
    if (length)
        facts->word[FACT_ROAD_CLASS] =
            word_of(FACT_ROAD_CLASS, highway, length);
}

static void read_environment(const struct tags *tags, struct way_facts *facts)
{
    const char *highway = tags_get(tags, "highway");
    const char *route = tags_get(tags, "route");
    const char *junction = tags_get(tags, "junction");
    const char *word = highway ? "ROAD" : "OTHER";

    if (is(route, "ferry") || is(route, "shuttle_train"))
        word = "FERRY";
    else if (is_said(tags_get(tags, "bridge")))
        word = "BRIDGE";
    else if (is_said(tags_get(tags, "tunnel")))
        word = "TUNNEL";
    else if (is_said(tags_get(tags, "ford")) || is(highway, "ford"))
        word = "FORD";
    facts->word[FACT_ROAD_ENVIRONMENT] =
        word_of(FACT_ROAD_ENVIRONMENT, word, strlen(word));
    if (is(junction, "roundabout") || is(junction, "circular"))
        facts->flags |= WAY_RING;
}

static void read_surface(const struct tags *tags, struct way_facts *facts)
{
    static const struct alias surfaces[] = {
        {"sett", "COBBLESTONE"},
        {"unhewn_cobblestone", "COBBLESTONE"},
        {"metal", "PAVED"},
        {"chipseal", "PAVED"},
        {"pebblestone", "GRAVEL"},
        {"earth", "DIRT"},
        {"mud", "DIRT"},
        {"grass_paver", "GRASS"},
        {NULL, NULL},
    };
    const char *surface = tags_get(tags, "surface");
    const char *smoothness = tags_get(tags, "smoothness");
    uint8_t *word = facts->word;

    word[FACT_SURFACE] = read_word(FACT_SURFACE, surface, surfaces);
    if (surface && !word[FACT_SURFACE])
        word[FACT_SURFACE] = read_word(FACT_SURFACE, "OTHER", NULL);
    word[FACT_SMOOTHNESS] = read_word(FACT_SMOOTHNESS, smoothness, NULL);
    if (smoothness && !word[FACT_SMOOTHNESS])
        word[FACT_SMOOTHNESS] = read_word(FACT_SMOOTHNESS, "OTHER", NULL);
    word[FACT_TRACK_TYPE] =
        read_word(FACT_TRACK_TYPE, tags_get(tags, "tracktype"), NULL);
}

/* ---- Who may pass -------------------------------------------------------- */

/* The most specific of the keys that is there. */
static void read_access(const struct tags *tags, const char *const *keys,
                        enum word_fact fact, struct way_facts *facts)
{
    static const struct alias values[] = {
        {"permit", "PRIVATE"},
        {"residents", "PRIVATE"},
        {"employees", "PRIVATE"},
        {"military", "NO"},
        {"emergency", "NO"},
        {"use_sidepath", "NO"},
        {NULL, NULL},
    };

    for (; *keys; keys++) {
        const char *value = tags_get(tags, *keys);

        if (value) {
            facts->word[fact] = read_word(fact, value, values);
            return;
        }
    }
}

static void read_all_access(const struct tags *tags, struct way_facts *facts)
{
    static const char *const motor[] = {"motorcar", "motor_vehicle", "vehicle",
                                        "access", NULL};
    static const char *const bicycle[] = {"bicycle", "vehicle", "access", NULL};
    static const char *const foot[] = {"foot", "access", NULL};

    read_access(tags, motor, FACT_ROAD_ACCESS, facts);
    read_access(tags, bicycle, FACT_BIKE_ROAD_ACCESS, facts);
    read_access(tags, foot, FACT_FOOT_ROAD_ACCESS, facts);
    facts->word[FACT_HGV] = read_word(FACT_HGV, tags_get(tags, "hgv"), NULL);
}

static void read_toll(const struct tags *tags, struct way_facts *facts)
{
    const char *toll = tags_get(tags, "toll");
    const char *word = "MISSING";

    if (is(toll, "yes"))
        word = "ALL";
    else if (is_said(tags_get(tags, "toll:hgv")) ||
             is_said(tags_get(tags, "toll:N2")) ||
             is_said(tags_get(tags, "toll:N3")))
        word = "HGV";
    else if (is(toll, "no"))
        word = "NO";
    facts->word[FACT_TOLL] = word_of(FACT_TOLL, word, strlen(word));
}

/* The strictest category of a tunnel whose goods may not pass. */
static const char *closed_category(const struct tags *tags)
{
    static const char *const keys[] = {"hazmat:E", "hazmat:D", "hazmat:C",
                                       "hazmat:B", "hazmat:A"};

    for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
        if (is(tags_get(tags, keys[i]), "no"))
            return keys[i] + strlen("hazmat:");
    }
    return NULL;
}

static void read_hazmat(const struct tags *tags, struct way_facts *facts)
{
    const char *category = tags_get(tags, "hazmat:adr_tunnel_cat");

    if (!category)
        category = tags_get(tags, "hazmat:tunnel_cat");
    if (!category && is_said(tags_get(tags, "tunnel")))
        category = closed_category(tags);
    facts->word[FACT_HAZMAT] =
        read_word(FACT_HAZMAT, tags_get(tags, "hazmat"), NULL);
    facts->word[FACT_HAZMAT_WATER] =
        read_word(FACT_HAZMAT_WATER, tags_get(tags, "hazmat:water"), NULL);
    facts->word[FACT_HAZMAT_TUNNEL] =
        read_word(FACT_HAZMAT_TUNNEL, category, NULL);
}

/* ---- Numbers ------------------------------------------------------------- */

/* A whole number at the start; 0: there is none, or it is too large. */
static uint8_t count_of(const char *text)
{
    long count =
        text && isdigit((unsigned char)*text) ? strtol(text, NULL, 10) : 0;

    return count <= UINT8_MAX ? (uint8_t)count : 0;
}

/* Up or down without a number is unknown. */
static int8_t slope_of(const char *incline)
{
    char *end;
    double slope = incline ? strtod(incline, &end) : 0;

    if (!incline || end == incline || !isfinite(slope))
        return 0;
    end += strspn(end, " ");
    if (!strcmp(end, "°"))
        slope = 100 * tan(slope * M_PI / 180);
    else if (strcmp(end, "%") != 0)
        return 0;
    return fabs(slope) <= 100 ? (int8_t)round(slope) : 0;
}

static void read_max_speed(const struct tags *tags, struct way_facts *facts)
{
    static const char *const keys[] = {"maxspeed:forward", "maxspeed:backward"};
    const char *both = tags_get(tags, "maxspeed");

    for (int direction = 0; direction < 2; direction++) {
        const char *text = tags_get(tags, keys[direction]);
        double kmh;

        if (!text)
            text = both;
        if (is(text, "none"))
            facts->max_speed[direction] = MAX_SPEED_NONE;
        else if (text && osm_speed(text, &kmh))
            facts->max_speed[direction] = (uint16_t)fmax(round(10 * kmh), 1);
    }
}

/* The number of a word in a list that begins with 1; 0: another. */
static uint8_t rating_of(const char *text, const char *const *words)
{
    for (uint8_t i = 0; text && words[i]; i++) {
        if (!strcmp(words[i], text))
            return (uint8_t)(i + 1);
    }
    return 0;
}

static void read_ratings(const struct tags *tags, struct way_facts *facts)
{
    static const char *const sac[] = {"hiking",
                                      "mountain_hiking",
                                      "demanding_mountain_hiking",
                                      "alpine_hiking",
                                      "demanding_alpine_hiking",
                                      "difficult_alpine_hiking",
                                      NULL};
    static const char *const horse[] = {"common",   "demanding", "difficult",
                                        "critical", "dangerous", "impossible",
                                        NULL};
    const char *mtb = tags_get(tags, "mtb:scale");

    if (mtb && *mtb >= '0' && *mtb <= '6')
        facts->mtb_rating = (uint8_t)(*mtb - '0' + 1);
    facts->hike_rating = rating_of(tags_get(tags, "sac_scale"), sac);
    facts->horse_rating = rating_of(tags_get(tags, "horse_scale"), horse);
}

void facts_read(const struct tags *tags, struct way_facts *ret_facts)
{
    *ret_facts = (struct way_facts){
        .lanes = count_of(tags_get(tags, "lanes")),
        .slope = slope_of(tags_get(tags, "incline")),
    };
    read_class(tags, ret_facts);
    read_environment(tags, ret_facts);
    read_surface(tags, ret_facts);
    read_all_access(tags, ret_facts);
    read_toll(tags, ret_facts);
    read_hazmat(tags, ret_facts);
    read_max_speed(tags, ret_facts);
    read_ratings(tags, ret_facts);
}
