/* room: the tests of one folder in one program.
 *
 * usage: unit_ROOM TEST [ARGUMENT...]
 *
 * meson.build gives TESTS, a TEST(name) for each, and calls the main function
 * of the test `name` main_name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST(name) int main_##name(int argc, char **argv);
TESTS
#undef TEST

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} tests[] = {
#define TEST(name) {#name, main_##name},
    TESTS
#undef TEST
};

int main(int argc, char **argv)
{
    const size_t count = sizeof(tests) / sizeof(tests[0]);

    for (size_t i = 0; argc > 1 && i < count; i++)
        if (!strcmp(argv[1], tests[i].name))
            return tests[i].run(argc - 1, argv + 1);
    fprintf(stderr, "usage: %s TEST, one of", argv[0]);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, " %s", tests[i].name);
    fprintf(stderr, "\n");
    return EXIT_FAILURE;
}
