/* picture: pixels to draw on, written as PNG.
 *
 * Places are in pixels from the top left; what lies outside is cut off. Shapes
 * have smooth edges. One thread. */
#ifndef RELAXD_LAB_PICTURE_H
#define RELAXD_LAB_PICTURE_H

#include <stdint.h>
#include <stdio.h>

#include "core/base/error.h"

struct colour {
    uint8_t red, green, blue; /* sRGB */
};

struct picture {
    int width, height;    /* pixels */
    struct colour *pixel; /* [width * height], row by row */
};

int picture_init(struct picture *picture, int width, int height,
                 struct colour ground, struct error *error);
void picture_finish(struct picture *picture); /* zeroed is fine */

void picture_fill(struct picture *picture, int x, int y, int width, int height,
                  struct colour colour);

/* A line with round ends; a disc where both ends are one. */
void picture_line(struct picture *picture, double x0, double y0, double x1,
                  double y1, double radius, struct colour colour);

/* A square on its corner, `radius` from centre to corner. */
void picture_diamond(struct picture *picture, double x, double y, double radius,
                     struct colour colour);

/* `value` in [0, 1] as a colour from dark blue over green to pale yellow. The
 * steps look equal: lightness rises evenly in Ottosson's Oklab. */
struct colour picture_ramp(double value);

/* The bytes of a PNG. */
int picture_put_png(const struct picture *picture, FILE *to,
                    struct error *error);

/* Takes the place of `path` as a whole or leaves it as it was. */
int picture_write_png(const struct picture *picture, const char *path,
                      struct error *error);

/* Of a letter with the gap behind it, and of a line without what hangs below
 * it, in dots. */
enum { PICTURE_TEXT_STEP = 6, PICTURE_TEXT_HEIGHT = 7 };

/* `x`, `y`: top left; `dot`: pixels a dot. Letters, digits and .,:-+=/() of
 * ASCII; capitals come small, anything else as a blank. */
void picture_text(struct picture *picture, int x, int y, int dot,
                  const char *text, struct colour colour);

#endif
