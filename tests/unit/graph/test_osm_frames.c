/* osm_frames: limits the length of a line. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_line_is_longer_than_64_MiB),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
