/* osm_frames: limits the length of a line of OPL and of a token of XML. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/import/osm/file/osm_feed.h"

/* A comment of `size` bytes, then a node, in pieces of `part` bytes. */
static int pass_long_line(size_t size, size_t part, char end,
                          struct error *error)
{
    static const char node[] = "n1 x1 y1\n";
    struct osm_frames *frames = calloc(1, sizeof(*frames));
    char *bytes = malloc(part);
    int r = 0;

    assert_non_null(frames);
    assert_non_null(bytes);
    frames->format = FORMAT_OPL;
    r = osm_frames_pass(frames, node, sizeof(node) - 1, error);
    for (size_t at = 0; at < size && !r; at += part) {
        size_t count = size - at < part ? size - at : part;

        memset(bytes, '#', count);
        r = osm_frames_pass(frames, bytes, count, error);
    }
    if (!r)
        r = osm_frames_pass(frames, &end, 1, error);
    if (!r)
        r = osm_frames_pass(frames, node, sizeof(node) - 1, error);
    if (!r)
        r = osm_frames_end(frames, error);
    free(bytes);
    free(frames);
    return r;
}

static void no_line_is_longer_than_64_MiB(void **state)
{
    static const char ends[] = {'\n', '\r'};
    const size_t parts[] = {4099, 1 << 20, FRAME_LINE_MAX};

    for (size_t i = 0; i < 6; i++) {
        struct error error = {""};

        assert_int_equal(
            pass_long_line(FRAME_LINE_MAX, parts[i / 2], ends[i % 2], &error),
            0);
        assert_int_equal(pass_long_line(FRAME_LINE_MAX + 1, parts[i / 2],
                                        ends[i % 2], &error),
                         -EINVAL);
        assert_string_equal(error.text,
                            "byte 9: a line of more than 67108864 bytes");
    }
}

/* ---- XML ----------------------------------------------------------------- */

/* In parts of that many bytes. */
static int pass_xml(const char *bytes, size_t size, size_t part,
                    struct error *error)
{
    struct osm_frames *frames = calloc(1, sizeof(*frames));
    int r = 0;

    assert_non_null(frames);
    frames->format = FORMAT_XML;
    for (size_t at = 0; at < size && !r; at += part)
        r = osm_frames_pass(frames, bytes + at,
                            size - at < part ? size - at : part, error);
    if (!r)
        r = osm_frames_end(frames, error);
    free(frames);
    return r;
}

/* A file of `before`, so many times `filling`, and `after`. */
static int pass_filled(const char *before, const char *filling, size_t times,
                       const char *after, size_t part, struct error *error)
{
    size_t size = strlen(before) + strlen(filling) * times + strlen(after);
    char *bytes = malloc(size + 1);
    char *at = bytes;
    int r;

    assert_non_null(bytes);
    at = stpcpy(at, before);
    for (size_t i = 0; i < times; i++)
        at = stpcpy(at, filling);
    stpcpy(at, after);
    r = pass_xml(bytes, size, part, error);
    free(bytes);
    return r;
}

/* What opens a token, bytes that do not end it, what ends it, and how many
 * bytes of the opening are part of other tokens. */
static const struct {
    const char *before;
    const char *filling;
    const char *after;
    size_t others;
} long_tokens[] = {
    {"<osm><node id='", "x", "'/></osm>", 5},
    {"<osm><node id='", ">", "'/></osm>", 5},
    {"<osm><node id='", "\"/>", "'/></osm>", 5},
    {"<osm><node id=\"", "'>", "\"/></osm>", 5},
    {"<osm><node ", "a='>' b=\"'\" ", "/></osm>", 5},
    {"<osm><", "x", "/></osm>", 5},
    {"<osm></osm", " ", ">", 5},
    {"<osm><!--", "<a b='>", "--></osm>", 5},
    {"<osm><!--", "->", "--></osm>", 5},
    {"<osm><![CDATA[", "]>", "]]></osm>", 5},
    {"<osm><![CDATA[", "<a b='", "]]></osm>", 5},
    {"<osm><?x ", ">'", "?></osm>", 5},
    {"<osm>", "x", "</osm>", 5},
    {"<osm>", "'", "</osm>", 5},
    {"<osm>", "&a;", "</osm>", 5},
    {"<?xml version='1.0'?>", " ", "<osm/>", 21},
    {"<!DOCTYPE osm [<!ENTITY a '", ">", "'>]><osm/>", 15},
    {"<!DOCTYPE osm [<!--", "'", "-->]><osm/>", 15},
    {"<!DOCTYPE osm ", " ", "><osm/>", 0},
};

static void no_token_is_longer_than_1_MiB(void **state)
{
    const size_t parts[] = {4099, 1 << 20, 1 << 22};

    for (size_t i = 0; i < 3 * sizeof(long_tokens) / sizeof(*long_tokens);
         i++) {
        const char *before = long_tokens[i / 3].before;
        const char *filling = long_tokens[i / 3].filling;
        const char *after = long_tokens[i / 3].after;
        size_t others = long_tokens[i / 3].others;
        size_t part = parts[i % 3];
        size_t most = (FRAME_TOKEN_MAX - 20) / strlen(filling);
        struct error error = {""};
        char words[200];

        snprintf(words, sizeof(words),
                 "byte %zu: a tag, comment or text of more than 1048576 bytes, "
                 "as OpenStreetMap data never has: take it out",
                 others);
        if (pass_filled(before, filling, most, after, part, &error))
            fail_msg("%s%s...: %s", before, filling, error.text);
        assert_int_equal(
            pass_filled(before, filling, most + 40, after, part, &error),
            -EINVAL);
        assert_string_equal(error.text, words);
    }
}

/* 10 MiB of short ones, whose bytes would begin or end others elsewhere. */
static void many_tokens_are_no_long_one(void **state)
{
    static const char *const shorts[] = {
        "<a b='>'/>",           "<a b=\"'>\"></a>",  "<!-- ' > \" -- < -->",
        "<![CDATA[ ]] ' < ]]>", "<?x ' > ?>",        "it's <a/>",
        "<a b='\"'/>",          "<![CDATA[]]]]]]>'", "<?x? ?>'",
    };

    for (size_t i = 0; i < sizeof(shorts) / sizeof(*shorts); i++) {
        struct error error = {""};
        size_t times = (10 << 20) / strlen(shorts[i]);

        if (pass_filled("<osm>", shorts[i], times, "</osm>", 4099, &error))
            fail_msg("%s: %s", shorts[i], error.text);
    }
}

static void a_token_is_at_most_1_MiB_to_the_byte(void **state)
{
    struct error error = {""};

    assert_int_equal(
        pass_filled("<osm>", "x", FRAME_TOKEN_MAX, "</osm>", 1000, &error), 0);
    assert_int_equal(
        pass_filled("<osm>", "x", FRAME_TOKEN_MAX + 1, "</osm>", 1000, &error),
        -EINVAL);
}

/* The parser would find tokens in it by pairs of bytes. */
static void utf_16_is_refused(void **state)
{
    static const char bytes[] = "\xff\xfe<\0o\0s\0m\0/\0>";
    struct error error = {""};

    assert_int_equal(pass_xml(bytes, sizeof(bytes), 1000, &error), -EINVAL);
    assert_string_equal(error.text, "byte 3: a NUL byte: XML must be in UTF-8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_line_is_longer_than_64_MiB),
        cmocka_unit_test(no_token_is_longer_than_1_MiB),
        cmocka_unit_test(many_tokens_are_no_long_one),
        cmocka_unit_test(a_token_is_at_most_1_MiB_to_the_byte),
        cmocka_unit_test(utf_16_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
