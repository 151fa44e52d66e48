/* picture_file: files of pictures, line by line. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/pictures/picture_parse.h"

static int begin_picture(struct picture_parser *parser, const char *title)
{
    struct picture_file *file = parser->file;
    int r = parse_end(parser);

    if (r)
        return r;
    if (!*title)
        return parse_fail(parser, "write 'picture TITLE'");
    parser->picture = POOL_APPEND(&file->pool, file->picture, file->count);
    *parser->picture = parser->usual;
    parser->picture->title = title;
    parser->picture->line = parser->line;
    parser->after_drawing = false;
    parser->in_profile = false;
    return 0;
}

static const struct {
    const char *name;
    int (*parse)(struct picture_parser *, const struct picture_words *);
} records[] = {
    {"grid", parse_grid},       {"origin", parse_origin},
    {"profile", parse_profile}, {"small", parse_small},
    {"way", parse_way},         {"node", parse_node},
    {"missing", parse_missing}, {"restriction", parse_restriction},
    {"moment", parse_moment},
};

static const struct {
    const char *name;
    enum ask_kind kind;
} questions[] = {
    {"route", ASK_ROUTE}, {"snap", ASK_SNAP},     {"open", ASK_OPEN},
    {"path", ASK_PATH},   {"report", ASK_REPORT}, {"roads", ASK_ROADS},
    {"osrm", ASK_OSRM},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int take_words(struct picture_parser *parser, const char *line)
{
    struct picture_words words;
    int r = parse_words(parser, line, &words);

    if (r)
        return r;
    for (size_t i = 0; i < COUNT(records); i++) {
        if (!strcmp(words.word[0].text, records[i].name))
            return records[i].parse(parser, &words);
    }
    for (size_t i = 0; i < COUNT(questions); i++) {
        if (!strcmp(words.word[0].text, questions[i].name))
            return parse_ask(parser, questions[i].kind, line, &words);
    }
    return parse_fail(
        parser,
        "'%s' is none of picture, grid, origin, profile, small, "
        "way, node, missing, restriction, moment, raw, import, route, "
        "snap, open, path, report, roads",
        words.word[0].text);
}

/* Before the first picture: what holds for all of them. */
static int take_usual(struct picture_parser *parser, const char *line)
{
    struct picture *picture = &parser->usual;
    int r;

    if (strncmp(line, "profile ", 8) != 0 && strncmp(line, "grid ", 5) != 0 &&
        strncmp(line, "small ", 6) != 0)
        return parse_fail(parser, "a file begins with 'picture TITLE'");
    parser->picture = picture;
    r = take_words(parser, line);
    parser->picture = NULL;
    return r;
}

static const char import_fails[] = "import fails: ";

static int take_record(struct picture_parser *parser, const char *line)
{
    struct picture *picture = parser->picture;

    if (!strncmp(line, "picture", 7) && (line[7] == ' ' || !line[7]))
        return begin_picture(parser, line + 7 + strspn(line + 7, " "));
    if (!picture)
        return take_usual(parser, line);
    parser->after_drawing = true;
    if (!strncmp(line, "raw ", 4)) {
        *POOL_APPEND(&parser->file->pool, picture->raw, picture->raw_count) =
            line + 4;
        return 0;
    }
    if (!strncmp(line, import_fails, strlen(import_fails))) {
        picture->import_error = line + strlen(import_fails);
        return 0;
    }
    parser->in_profile = !strncmp(line, "profile ", 8);
    return take_words(parser, line);
}

/* Lines right below the title are drawn, lines below a profile's name are the
 * profile. */
static int take_indented(struct picture_parser *parser, const char *line)
{
    struct picture *picture = parser->picture;

    if (!picture)
        return parse_fail(parser, "a file begins with 'picture TITLE'");
    if (!parser->after_drawing)
        return parse_drawn(parser, line);
    if (!parser->in_profile)
        return parse_fail(parser, "indented lines stand below 'picture' or "
                                  "'profile' only");
    picture->profile_text =
        pool_print(&parser->file->pool, "%s%s\n",
                   picture->profile_text ? picture->profile_text : "", line);
    return 0;
}

static bool is_indented(const char *line)
{
    return !strncmp(line, "    ", 4);
}

/* Blank lines are rows of a drawing, else nothing. */
static int take_line(struct picture_parser *parser, const char *line)
{
    if (line[0] == '#')
        return 0;
    if (strchr(line, '\t'))
        return parse_fail(parser, "tabs are no blanks here");
    if (is_indented(line))
        return take_indented(parser, line + 4);
    if (!*line) {
        bool drawn = parser->picture && !parser->after_drawing &&
                     parser->picture->drawing_count;

        return drawn ? parse_drawn(parser, line) : 0;
    }
    if (line[0] == ' ')
        return parse_fail(parser, "what is drawn is indented by 4 blanks");
    return take_record(parser, line);
}

static int read_lines(struct picture_parser *parser, const char *text,
                      const char *end)
{
    int r = 0;

    while (text < end && !r) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));

        if (!line_end)
            line_end = end;
        parser->line++;
        r = take_line(parser, pool_text(&parser->file->pool, text, line_end));
        text = line_end + (line_end < end);
    }
    return r;
}

int picture_file_read(const char *name, const char *text, size_t size,
                      struct picture_file *ret_file, struct error *error)
{
    struct picture_parser parser = {
        .file = ret_file,
        .usual = {.grid_m = 100,
                  .origin = {10000000, 10000000},
                  .profile = "testbot",
                  .small_component = 1},
        .error = error,
    };
    int r;

    *ret_file = (struct picture_file){.name = name};
    if (memchr(text, 0, size))
        return error_set(error, -EINVAL, "%s: no text: it has a zero byte",
                         name);
    r = read_lines(&parser, text, text + size);
    if (!r)
        r = parse_end(&parser);
    if (!r && !ret_file->count)
        r = error_set(error, -EINVAL, "%s: no picture in it", name);
    return r;
}

void picture_file_finish(struct picture_file *file)
{
    pool_finish(&file->pool);
    *file = (struct picture_file){0};
}
