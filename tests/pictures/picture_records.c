/* picture_records: ways, nodes, restrictions and settings of a picture. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tests/pictures/picture_parse.h"

static int want_words(struct picture_parser *parser,
                      const struct picture_words *words, size_t least,
                      size_t most, const char *usage)
{
    if (words->count - 1 >= least && words->count - 1 <= most)
        return 0;
    return parse_fail(parser, "write '%s %s'", words->word[0].text, usage);
}

int parse_grid(struct picture_parser *parser, const struct picture_words *words)
{
    int r = want_words(parser, words, 1, 1, "METRES");

    if (r)
        return r;
    if (!parse_double(words->word[1].text, &parser->picture->grid_m) ||
        parser->picture->grid_m <= 0)
        return parse_fail(parser, "'%s' is no number of metres",
                          words->word[1].text);
    return 0;
}

int parse_origin(struct picture_parser *parser,
                 const struct picture_words *words)
{
    int r = want_words(parser, words, 2, 2, "LON LAT");
    double lon;
    double lat;

    if (r)
        return r;
    if (!parse_double(words->word[1].text, &lon) ||
        !parse_double(words->word[2].text, &lat) || lon < -180 || lon > 180 ||
        lat < -89 || lat > 89)
        return parse_fail(parser, "'%s %s' is no place: degrees east and north",
                          words->word[1].text, words->word[2].text);
    parser->picture->origin =
        (struct position){(int32_t)(lon * 1e7), (int32_t)(lat * 1e7)};
    return 0;
}

int parse_profile(struct picture_parser *parser,
                  const struct picture_words *words)
{
    struct picture *picture = parser->picture;
    int r = want_words(parser, words, 1, 50, "NAME [SECTION.KEY=VALUE ...]");

    if (r)
        return r;
    picture->profile = words->word[1].text;
    picture->set_count = 0;
    for (size_t i = 2; i < words->count; i++) {
        const char *text = words->word[i].text;

        if (!strchr(text, '=') || !strchr(text, '.'))
            return parse_fail(parser, "'%s' sets nothing: SECTION.KEY=VALUE",
                              text);
        *POOL_APPEND(&parser->file->pool, picture->set, picture->set_count) =
            text;
    }
    return 0;
}

int parse_small(struct picture_parser *parser,
                const struct picture_words *words)
{
    int r = want_words(parser, words, 1, 1, "PIECES");

    if (r)
        return r;
    if (!parse_u32(words->word[1].text, &parser->picture->small_component))
        return parse_fail(parser, "'%s' is no number of pieces",
                          words->word[1].text);
    return 0;
}

int parse_moment(struct picture_parser *parser,
                 const struct picture_words *words)
{
    int r = want_words(parser, words, 1, 1, "YEAR-MONTH-DAYTHOUR:MINUTE");

    if (r)
        return r;
    if (!date_time_read(words->word[1].text, &parser->picture->moment))
        return parse_fail(parser, "'%s' is no moment", words->word[1].text);
    return 0;
}

static int check_refs(struct picture_parser *parser, const char *refs)
{
    if (!*refs)
        return parse_fail(parser, "a way needs nodes");
    for (const char *c = refs; *c; c++) {
        struct picture_node *node = picture_find(parser->picture, *c);

        if (!node || !node->id)
            return parse_fail(parser, "'%s': no node '%c' is drawn", refs, *c);
        node->mentioned = true;
    }
    return 0;
}

/* "LABEL:REFS" or "REFS". */
static int take_label(struct picture_parser *parser, const char *text,
                      struct picture_way *way)
{
    const char *colon = strchr(text, ':');

    way->refs = colon ? colon + 1 : text;
    way->label =
        colon ? pool_text(&parser->file->pool, text, colon) : way->refs;
    if (picture_find_way(parser->picture, way->label))
        return parse_fail(parser, "way '%s' is there already: 'LABEL:%s'",
                          way->label, way->refs);
    return check_refs(parser, way->refs);
}

static int take_id(struct picture_parser *parser, struct picture_tags *tags,
                   int64_t *id)
{
    const char *text = picture_tag_get(tags, "id");
    char *end;

    if (!text)
        return 0;
    *id = strtoll(text, &end, 10);
    if (*end || !*id)
        return parse_fail(parser, "'id=%s' is no id", text);
    tags_set(&parser->file->pool, tags, "id", "");
    return 0;
}

static int take_tags(struct picture_parser *parser,
                     const struct picture_words *words, size_t first,
                     struct picture_tags *tags)
{
    int r = 0;

    for (size_t i = first; i < words->count && !r; i++)
        r = parse_tag(parser, words->word[i].text, tags);
    return r;
}

/* Without a tag that says what kind of way it is, it is a road. */
static bool says_kind(const struct picture_words *words)
{
    static const char *const keys[] = {
        "highway=", "railway=", "route=", "man_made=", "waterway="};

    for (size_t i = 2; i < words->count; i++) {
        for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
            if (!strncmp(words->word[i].text, keys[k], strlen(keys[k])))
                return true;
        }
    }
    return false;
}

int parse_way(struct picture_parser *parser, const struct picture_words *words)
{
    struct picture *picture = parser->picture;
    struct pool *pool = &parser->file->pool;
    struct picture_way way = {.id = 1000 + (int64_t)picture->way_count};
    int r = want_words(parser, words, 1, 50, "NODES [KEY=VALUE ...]");

    if (!r)
        r = take_label(parser, words->word[1].text, &way);
    if (r)
        return r;
    tags_set(pool, &way.tags, "name", way.label);
    if (!says_kind(words))
        tags_set(pool, &way.tags, "highway", "primary");
    r = take_tags(parser, words, 2, &way.tags);
    if (!r)
        r = take_id(parser, &way.tags, &way.id);
    *POOL_APPEND(pool, picture->way, picture->way_count) = way;
    return r;
}

static int find_node(struct picture_parser *parser, const char *text,
                     struct picture_node **ret_node)
{
    struct picture_node *node =
        text[0] && !text[1] ? picture_find(parser->picture, text[0]) : NULL;

    if (!node || !node->id)
        return parse_fail(parser, "no node '%s' is drawn", text);
    *ret_node = node;
    return 0;
}

int parse_node(struct picture_parser *parser, const struct picture_words *words)
{
    struct picture_node *node = NULL;
    int r = want_words(parser, words, 2, 50, "LETTER KEY=VALUE ...");

    if (!r)
        r = find_node(parser, words->word[1].text, &node);
    if (r)
        return r;
    node->mentioned = true;
    r = take_tags(parser, words, 2, &node->tags);
    return r ? r : take_id(parser, &node->tags, &node->id);
}

int parse_missing(struct picture_parser *parser,
                  const struct picture_words *words)
{
    struct picture_node *node = NULL;
    int r = want_words(parser, words, 1, 52, "LETTER ...");

    for (size_t i = 1; i < words->count && !r; i++) {
        r = find_node(parser, words->word[i].text, &node);
        if (!r)
            node->missing = true;
    }
    return r;
}

/* "-": none; "!9": one that is not in the data; a letter, which is a node where
 * no way is called so; labels with commas. */
static int take_member(struct picture_parser *parser, const char *role,
                       const char *text, struct picture_relation *relation)
{
    const struct picture *picture = parser->picture;
    const struct picture_way *way = picture_find_way(picture, text);
    struct picture_member member = {.role = role};
    struct picture_node *node = NULL;

    if (text[0] == '!') {
        member.id = strtoll(text + 1, NULL, 10);
    } else if (way) {
        member.id = way->id;
    } else if (find_node(parser, text, &node) == 0) {
        member.is_node = true;
        member.id = node->id;
    } else {
        return parse_fail(parser, "'%s' is neither a way nor a node", text);
    }
    *POOL_APPEND(&parser->file->pool, relation->member,
                 relation->member_count) = member;
    return 0;
}

static int take_members(struct picture_parser *parser, const char *role,
                        const char *text, struct picture_relation *relation)
{
    struct pool *pool = &parser->file->pool;
    int r = 0;

    if (!strcmp(text, "-"))
        return 0;
    while (*text && !r) {
        const char *end = text + strcspn(text, ",");

        r = take_member(parser, role, pool_text(pool, text, end), relation);
        text = end + (*end == ',');
    }
    return r;
}

int parse_restriction(struct picture_parser *parser,
                      const struct picture_words *words)
{
    struct picture *picture = parser->picture;
    struct pool *pool = &parser->file->pool;
    struct picture_relation relation = {.id = 5000 +
                                              (int64_t)picture->relation_count};
    int r = want_words(parser, words, 4, 50,
                       "no_left_turn FROM VIA TO [KEY=VALUE ...]");

    if (r)
        return r;
    tags_set(pool, &relation.tags, "type", "restriction");
    if (strcmp(words->word[1].text, "-"))
        tags_set(pool, &relation.tags, "restriction", words->word[1].text);
    r = take_members(parser, "from", words->word[2].text, &relation);
    if (!r)
        r = take_members(parser, "via", words->word[3].text, &relation);
    if (!r)
        r = take_members(parser, "to", words->word[4].text, &relation);
    if (!r)
        r = take_tags(parser, words, 5, &relation.tags);
    if (!r)
        r = take_id(parser, &relation.tags, &relation.id);
    *POOL_APPEND(pool, picture->relation, picture->relation_count) = relation;
    return r;
}
