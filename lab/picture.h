/* picture: an image to draw on, written as PNG.
 *
 * Positions are pixels from the top left; drawing is clipped to the image.
 * Shapes have smooth edges. One thread. */
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

/* A line with round ends; a disc if both ends coincide. */
void picture_line(struct picture *picture, double x0, double y0, double x1,
                  double y1, double radius, struct colour colour);

/* A square on its corner, `radius` from centre to corner. */
void picture_diamond(struct picture *picture, double x, double y, double radius,
                     struct colour colour);

/* `value` in [0, 1] as a colour from dark blue through green to pale yellow.
 * The steps look equal: lightness rises evenly in Ottosson's Oklab. */
struct colour picture_ramp(double value);

/* Writes PNG bytes. */
int picture_put_png(const struct picture *picture, FILE *to,
                    struct error *error);

/* Replaces `path` as a whole or leaves it unchanged. */
int picture_write_png(const struct picture *picture, const char *path,
                      struct error *error);

/* In dots: the width of a letter with its gap, and the height of a line without
 * descenders. */
enum { PICTURE_TEXT_STEP = 6, PICTURE_TEXT_HEIGHT = 7 };

/* `x`, `y`: top left; `dot`: pixels per dot. ASCII letters, digits and
 * .,:-+=/(); draws capitals as small letters, anything else as a blank. */
void picture_text(struct picture *picture, int x, int y, int dot,
                  const char *text, struct colour colour);

#endif
