/* straighten: removes the cycles of a walk and nothing else. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/solver/path.h"

/* Each of 4 vertices to all: arc 4 * tail + head. */
static const uint32_t first_out[] = {0, 4, 8, 12, 16};
static const uint32_t head[] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
static const struct topology topology = {4, 16, first_out, head};

static void walk_along(struct path *path, const char *vertices)
{
    path_init(path);
    path->first_vertex = (uint32_t)(vertices[0] - '0');
    for (const char *v = vertices; v[1]; v++)
        assert_int_equal(
            path_append(path, 4 * (uint32_t)(v[0] - '0') + v[1] - '0'), 0);
}

static void check(const char *walked, const char *left)
{
    uint32_t mark[4] = {0};
    struct path path;
    char found[32];
    size_t count;

    walk_along(&path, walked);
    path_straighten(&path, &topology, mark);
    count = path.arc_count + 1;
    for (size_t i = 0; i < count; i++)
        found[i] = (char)('0' + path_vertex(&path, &topology, i));
    found[count] = '\0';
    assert_string_equal(found, left);
    for (size_t i = 0; i + 1 < count; i++)
        assert_int_equal(path.arc[i],
                         4 * (found[i] - '0') + found[i + 1] - '0');
    for (int v = 0; v < 4; v++)
        assert_int_equal(mark[v], 0);
    path_finish(&path);
}

static void circles_are_cut_out(void **state)
{
    check("0", "0");
    check("0123", "0123");
    check("00", "0");
    check("0120", "0");
    check("01213", "013");
    check("012103", "03");
    check("0112233", "0123");
    check("0121023", "023");
    check("0123120", "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circles_are_cut_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
