/* Pixels, shapes, text in a font of its own, and the PNG. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <png.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "lab/picture.h"

/* A shape, given by the signed distance of a pixel's centre. */
struct shape {
    double (*distance)(const struct shape *shape, double x, double y);
    double x0, y0, x1, y1;
    double radius;
};

int picture_init(struct picture *picture, int width, int height,
                 struct colour ground, struct error *error)
{
    *picture = (struct picture){
        .width = width,
        .height = height,
        .pixel = array_alloc((size_t)width * (size_t)height,
                             sizeof(*picture->pixel)),
    };
    if (!picture->pixel)
        return error_no_memory(error);
    picture_fill(picture, 0, 0, width, height, ground);
    return 0;
}

void picture_finish(struct picture *picture)
{
    free(picture->pixel);
    *picture = (struct picture){0};
}

static int clamp(double value, int most)
{
    return value < 0 ? 0 : value > most ? most : (int)value;
}

void picture_fill(struct picture *picture, int x, int y, int width, int height,
                  struct colour colour)
{
    int right = clamp(x + width, picture->width);
    int bottom = clamp(y + height, picture->height);

    for (int row = clamp(y, bottom); row < bottom; row++) {
        for (int column = clamp(x, right); column < right; column++)
            picture->pixel[(ptrdiff_t)row * picture->width + column] = colour;
    }
}

static uint8_t mix(uint8_t from, uint8_t to, double share)
{
    return (uint8_t)lround(from + (to - from) * share);
}

static void blend(struct colour *pixel, struct colour colour, double share)
{
    pixel->red = mix(pixel->red, colour.red, share);
    pixel->green = mix(pixel->green, colour.green, share);
    pixel->blue = mix(pixel->blue, colour.blue, share);
}

/* A pixel on the edge gets a proportional share of the colour. */
static void draw(struct picture *picture, const struct shape *shape,
                 struct colour colour)
{
    double reach = shape->radius + 1;
    int left = clamp(fmin(shape->x0, shape->x1) - reach, picture->width);
    int top = clamp(fmin(shape->y0, shape->y1) - reach, picture->height);
    int right = clamp(fmax(shape->x0, shape->x1) + reach + 1, picture->width);
    int bottom = clamp(fmax(shape->y0, shape->y1) + reach + 1, picture->height);

    for (int y = top; y < bottom; y++) {
        struct colour *row = picture->pixel + (ptrdiff_t)y * picture->width;

        for (int x = left; x < right; x++) {
            double share = 0.5 - shape->distance(shape, x + 0.5, y + 0.5);

            if (share > 0)
                blend(&row[x], colour, fmin(share, 1));
        }
    }
}

static double line_distance(const struct shape *shape, double x, double y)
{
    double along_x = shape->x1 - shape->x0;
    double along_y = shape->y1 - shape->y0;
    double square = along_x * along_x + along_y * along_y;
    double at =
        square > 0
            ? ((x - shape->x0) * along_x + (y - shape->y0) * along_y) / square
            : 0;

    at = fmin(fmax(at, 0), 1);
    return hypot(x - shape->x0 - at * along_x, y - shape->y0 - at * along_y) -
           shape->radius;
}

void picture_line(struct picture *picture, double x0, double y0, double x1,
                  double y1, double radius, struct colour colour)
{
    const struct shape line = {line_distance, x0, y0, x1, y1, radius};

    draw(picture, &line, colour);
}

static double diamond_distance(const struct shape *shape, double x, double y)
{
    return (fabs(x - shape->x0) + fabs(y - shape->y0) - shape->radius) *
           M_SQRT1_2;
}

void picture_diamond(struct picture *picture, double x, double y, double radius,
                     struct colour colour)
{
    const struct shape diamond = {diamond_distance, x, y, x, y, radius};

    draw(picture, &diamond, colour);
}

static uint8_t encode(double light)
{
    double value = light <= 0.0031308 ? 12.92 * light
                                      : 1.055 * pow(light, 1 / 2.4) - 0.055;

    return (uint8_t)lround(255 * fmin(fmax(value, 0), 1));
}

/* B. Ottosson, "A perceptual color space for image processing", 2020. */
static struct colour from_oklab(double lightness, double a, double b)
{
    double l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    double m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    double s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);

    return (struct colour){
        encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
        encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s),
    };
}

struct colour picture_ramp(double value)
{
    double hue = (275 - 165 * value) * M_PI / 180;
    double chroma = 0.055 + 0.09 * value * (1 - value) + 0.045 * value;

    return from_oklab(0.24 + 0.72 * value, chroma * cos(hue),
                      chroma * sin(hue));
}

int picture_put_png(const struct picture *picture, FILE *to,
                    struct error *error)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)picture->width,
        .height = (png_uint_32)picture->height,
        .format = PNG_FORMAT_RGB,
    };

    if (png_image_write_to_stdio(&image, to, 0, picture->pixel, 0, NULL))
        return 0;
    return error_set(error, -EIO, "encode the picture: %s", image.message);
}

/* The PNG in memory; the caller free()s it. */
static int encode_png(const struct picture *picture, char **ret_bytes,
                      size_t *ret_size, struct error *error)
{
    FILE *memory = open_memstream(ret_bytes, ret_size);
    int r;

    if (!memory)
        return error_no_memory(error);
    r = picture_put_png(picture, memory, error);
    if (memory_stream_close(memory, ret_bytes))
        return r ? r : error_no_memory(error);
    if (r)
        free(*ret_bytes);
    return r;
}

int picture_write_png(const struct picture *picture, const char *path,
                      struct error *error)
{
    char *bytes = NULL;
    size_t size = 0;
    int r = encode_png(picture, &bytes, &size, error);

    if (r)
        return r;
    r = atomic_file_put(path, bytes, size, error);
    free(bytes);
    return r;
}

/* ---- Text ---------------------------------------------------------------- */

enum { ROWS = 7, COLUMNS = 5 };

/* Letters with descenders, and their depth in dots. */
static const char hanging[] = "gpqy";
enum { HANG = 2 };

struct glyph {
    char letter;
    uint8_t row[ROWS]; /* top first; bit 4 is the leftmost dot */
};

/* clang-format off */
static const struct glyph glyphs[] = {
    {'0', {0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e}},
    {'1', {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e}},
    {'2', {0x0e, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1f}},
    {'3', {0x0e, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0e}},
    {'4', {0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}},
    {'5', {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e}},
    {'6', {0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}},
    {'7', {0x1f, 0x01, 0x02, 0x02, 0x04, 0x04, 0x04}},
    {'8', {0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}},
    {'9', {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c}},
    {'a', {0x00, 0x00, 0x0e, 0x01, 0x0f, 0x11, 0x0f}},
    {'b', {0x10, 0x10, 0x1e, 0x11, 0x11, 0x11, 0x1e}},
    {'c', {0x00, 0x00, 0x0e, 0x11, 0x10, 0x11, 0x0e}},
    {'d', {0x01, 0x01, 0x0f, 0x11, 0x11, 0x11, 0x0f}},
    {'e', {0x00, 0x00, 0x0e, 0x11, 0x1f, 0x10, 0x0e}},
    {'f', {0x06, 0x08, 0x1e, 0x08, 0x08, 0x08, 0x08}},
    {'g', {0x0f, 0x11, 0x11, 0x11, 0x0f, 0x01, 0x0e}},
    {'h', {0x10, 0x10, 0x1e, 0x11, 0x11, 0x11, 0x11}},
    {'i', {0x04, 0x00, 0x0c, 0x04, 0x04, 0x04, 0x0e}},
    {'j', {0x02, 0x00, 0x06, 0x02, 0x02, 0x12, 0x0c}},
    {'k', {0x10, 0x11, 0x12, 0x1c, 0x12, 0x11, 0x11}},
    {'l', {0x0c, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0e}},
    {'m', {0x00, 0x00, 0x1a, 0x15, 0x15, 0x15, 0x15}},
    {'n', {0x00, 0x00, 0x1e, 0x11, 0x11, 0x11, 0x11}},
    {'o', {0x00, 0x00, 0x0e, 0x11, 0x11, 0x11, 0x0e}},
    {'p', {0x1e, 0x11, 0x11, 0x11, 0x1e, 0x10, 0x10}},
    {'q', {0x0f, 0x11, 0x11, 0x11, 0x0f, 0x01, 0x01}},
    {'r', {0x00, 0x00, 0x0b, 0x0c, 0x08, 0x08, 0x08}},
    {'s', {0x00, 0x00, 0x0f, 0x10, 0x0e, 0x01, 0x1e}},
    {'t', {0x08, 0x08, 0x1e, 0x08, 0x08, 0x08, 0x06}},
    {'u', {0x00, 0x00, 0x11, 0x11, 0x11, 0x11, 0x0f}},
    {'v', {0x00, 0x00, 0x11, 0x11, 0x11, 0x0a, 0x04}},
    {'w', {0x00, 0x00, 0x11, 0x15, 0x15, 0x15, 0x0a}},
    {'x', {0x00, 0x00, 0x11, 0x0a, 0x04, 0x0a, 0x11}},
    {'y', {0x11, 0x11, 0x11, 0x11, 0x0f, 0x01, 0x0e}},
    {'z', {0x00, 0x00, 0x1f, 0x02, 0x04, 0x08, 0x1f}},
    {'.', {0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x0c}},
    {',', {0x00, 0x00, 0x00, 0x00, 0x0c, 0x04, 0x08}},
    {':', {0x00, 0x0c, 0x0c, 0x00, 0x0c, 0x0c, 0x00}},
    {'-', {0x00, 0x00, 0x00, 0x1f, 0x00, 0x00, 0x00}},
    {'+', {0x00, 0x04, 0x04, 0x1f, 0x04, 0x04, 0x00}},
    {'=', {0x00, 0x00, 0x1f, 0x00, 0x1f, 0x00, 0x00}},
    {'/', {0x01, 0x01, 0x02, 0x04, 0x08, 0x10, 0x10}},
    {'(', {0x02, 0x04, 0x08, 0x08, 0x08, 0x04, 0x02}},
    {')', {0x08, 0x04, 0x02, 0x02, 0x02, 0x04, 0x08}},
};
/* clang-format on */

static const struct glyph *find_glyph(char letter)
{
    for (size_t i = 0; i < sizeof(glyphs) / sizeof(*glyphs); i++) {
        if (glyphs[i].letter == tolower((unsigned char)letter))
            return &glyphs[i];
    }
    return NULL;
}

static void draw_glyph(struct picture *picture, int x, int y, int dot,
                       const struct glyph *glyph, struct colour colour)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (glyph->row[row] >> (COLUMNS - 1 - column) & 1)
                picture_fill(picture, x + column * dot, y + row * dot, dot, dot,
                             colour);
        }
    }
}

void picture_text(struct picture *picture, int x, int y, int dot,
                  const char *text, struct colour colour)
{
    for (; *text; text++, x += PICTURE_TEXT_STEP * dot) {
        const struct glyph *glyph = find_glyph(*text);

        if (glyph)
            draw_glyph(picture, x,
                       strchr(hanging, glyph->letter) ? y + HANG * dot : y, dot,
                       glyph, colour);
    }
}
