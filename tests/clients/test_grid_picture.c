/* grid_picture: the path is seen from source to target, whatever the size.
 * Skipped where gnuplot is not installed. */
#include "tests/unit/cmocka_all.h"

#include <png.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lab/grid.h"
#include "tests/unit/scratch.h"

struct colour {
    uint8_t red, green, blue;
};

struct picture {
    int width, height;
    struct colour *pixel; /* [width * height] */
};

static const struct colour red = {227, 47, 28};

static bool same(struct colour a, struct colour b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

static size_t count_of(const struct picture *picture, struct colour colour)
{
    size_t count = 0;

    for (int i = 0; i < picture->width * picture->height; i++)
        count += same(picture->pixel[i], colour);
    return count;
}

/* A path along the first row and down the last column. */
static struct grid_run run_of(uint32_t size)
{
    struct grid_run run = {
        .size = size,
        .least = 0,
        .most = 1,
        .minimum = {{0, 0, 0}, {0, size - 1, size - 1}},
        .product = malloc((size_t)size * size * sizeof(*run.product)),
        .cell = malloc(2 * (size_t)size * sizeof(*run.cell)),
    };

    for (size_t i = 0; i < (size_t)size * size; i++)
        run.product[i] = (float)(i % 7) / 6;
    for (uint32_t i = 0; i < size; i++)
        run.cell[run.cell_count++] = i;
    for (uint32_t i = 1; i < size; i++)
        run.cell[run.cell_count++] = i * size + size - 1;
    return run;
}

static void drop(struct grid_run *run)
{
    free(run->product);
    free(run->cell);
}

static void decode(png_image *image, struct picture *ret_picture)
{
    image->format = PNG_FORMAT_RGB;
    *ret_picture = (struct picture){(int)image->width, (int)image->height,
                                    malloc(PNG_IMAGE_SIZE(*image))};
    assert_true(
        png_image_finish_read(image, NULL, ret_picture->pixel, 0, NULL));
}

static void draw(const struct grid_run *run, struct picture *ret_picture)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    char *png = NULL;
    size_t size = 0;

    assert_int_equal(grid_picture_draw(run, &png, &size, NULL), 0);
    assert_true(png_image_begin_read_from_memory(&image, png, size));
    decode(&image, ret_picture);
    free(png);
}

static void picture_finish(struct picture *picture)
{
    free(picture->pixel);
}

static void check_size(const struct picture *picture)
{
    assert_in_range(picture->width, 600, 2100);
    assert_in_range(picture->height, 600, 2300);
}

/* At least as many pixels as the sides are long, less the markers. */
static void the_path_is_seen_at_every_size(void **state)
{
    static const uint32_t sizes[] = {4, 31, 700, 1200, 2049};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        struct grid_run run = run_of(sizes[i]);
        struct picture picture;

        draw(&run, &picture);
        check_size(&picture);
        assert_true(count_of(&picture, red) > (size_t)picture.width);
        picture_finish(&picture);
        drop(&run);
    }
}

static void the_legend_alone_is_short(void **state)
{
    static const uint32_t sizes[] = {2, 31, 700};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        struct grid_run run = run_of(sizes[i]);
        struct picture picture;

        run.cell_count = 0;
        draw(&run, &picture);
        check_size(&picture);
        assert_true(count_of(&picture, red) < (size_t)picture.width);
        picture_finish(&picture);
        drop(&run);
    }
}

static void source_and_target_look_different(void **state)
{
    struct grid_run run = run_of(4);
    struct picture picture;
    struct colour at[2];

    draw(&run, &picture);
    /* 225 pixels a cell within a margin of 20. */
    at[0] = picture.pixel[132 * picture.width + 132];
    at[1] = picture.pixel[807 * picture.width + 807];
    assert_false(same(at[0], at[1]));
    assert_false(same(at[0], red));
    assert_false(same(at[1], red));
    assert_true(count_of(&picture, at[0]) > 100);
    assert_true(count_of(&picture, at[1]) > 100);
    picture_finish(&picture);
    drop(&run);
}

/* Of the rows [from, to), where no legend is. */
static size_t count_between(const struct picture *picture, struct colour colour,
                            int from, int to)
{
    size_t count = 0;

    for (int i = from * picture->width; i < to * picture->width; i++)
        count += same(picture->pixel[i], colour);
    return count;
}

static void neighbours_do_not_cover_each_other(void **state)
{
    static const struct colour green = {30, 160, 70};
    static const struct colour pink = {214, 40, 150};
    static const struct colour *const colours[] = {&red, &green, &pink};
    struct grid_run run = run_of(900);
    struct picture picture;

    run.cell_count = 0;
    run.minimum[0] = (struct matrix_minimum){0, 400, 500};
    run.minimum[1] = (struct matrix_minimum){0, 400, 501};
    run.cell[run.cell_count++] = 400 * 900 + 500;
    run.cell[run.cell_count++] = 400 * 900 + 501;
    draw(&run, &picture);
    for (size_t i = 0; i < 3; i++)
        assert_true(count_between(&picture, *colours[i], 300, 500) > 3);
    picture_finish(&picture);
    drop(&run);
}

/* Rec. 709, near enough to compare. */
static double lightness(struct colour colour)
{
    return 0.2126 * colour.red * colour.red +
           0.7152 * colour.green * colour.green +
           0.0722 * colour.blue * colour.blue;
}

/* The middle rows of 16, of ascending values, 56 pixels a cell. */
static void the_colours_get_lighter_all_along(void **state)
{
    struct grid_run run = run_of(16);
    struct picture picture;
    double last = -1;

    run.cell_count = 0;
    for (int i = 0; i < 256; i++)
        run.product[i] = (float)i / 255;
    draw(&run, &picture);
    for (int i = 64; i < 192; i++) {
        int x = 20 + i % 16 * 56 + 28;
        int y = 20 + i / 16 * 56 + 28;
        double now = lightness(picture.pixel[y * picture.width + x]);

        assert_true(now >= last);
        last = now;
    }
    picture_finish(&picture);
    drop(&run);
}

static void equal_cells_are_drawn_too(void **state)
{
    struct grid_run run = run_of(4);
    struct picture picture;

    run.most = run.least;
    draw(&run, &picture);
    picture_finish(&picture);
    drop(&run);
}

static void the_file_holds_the_picture(void **state)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    struct grid_run run = run_of(4);
    struct scratch scratch;
    struct picture picture;
    struct picture read;
    const char *path;

    draw(&run, &picture);
    scratch_init(&scratch);
    path = scratch_path(&scratch, "path.png");
    assert_int_equal(grid_picture_write(&run, path, NULL), 0);
    assert_true(png_image_begin_read_from_file(&image, path));
    decode(&image, &read);
    assert_int_equal(read.width, picture.width);
    assert_int_equal(read.height, picture.height);
    assert_memory_equal(read.pixel, picture.pixel, PNG_IMAGE_SIZE(image));
    assert_int_equal(scratch_files(&scratch, 0), 1);
    picture_finish(&picture);
    picture_finish(&read);
    drop(&run);
    scratch_finish(&scratch);
}

static void what_cannot_be_written_is_told(void **state)
{
    struct grid_run run = run_of(2);
    struct error error = {""};

    assert_true(grid_picture_write(&run, "/nowhere/path.png", &error) < 0);
    assert_non_null(strstr(error.text, "/nowhere/path.png"));
    drop(&run);
}

int main(void)
{
    const int skipped = 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_legend_alone_is_short),
        cmocka_unit_test(the_path_is_seen_at_every_size),
        cmocka_unit_test(source_and_target_look_different),
        cmocka_unit_test(neighbours_do_not_cover_each_other),
        cmocka_unit_test(the_colours_get_lighter_all_along),
        cmocka_unit_test(equal_cells_are_drawn_too),
        cmocka_unit_test(the_file_holds_the_picture),
        cmocka_unit_test(what_cannot_be_written_is_told),
    };

    if (system("command -v gnuplot >/dev/null"))
        return skipped;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
