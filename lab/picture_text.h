/* picture_text: words in a picture, in letters of 5 by 7 dots. */
#ifndef RELAXD_LAB_PICTURE_TEXT_H
#define RELAXD_LAB_PICTURE_TEXT_H

#include "lab/picture.h"

/* Of a letter with the gap behind it, and of a line without what hangs below
 * it, in dots. */
enum { PICTURE_TEXT_STEP = 6, PICTURE_TEXT_HEIGHT = 7 };

/* `x`, `y`: top left; `dot`: pixels a dot. Letters, digits and .,:-+=/() of
 * ASCII; capitals come small, anything else as a blank. */
void picture_text(struct picture *picture, int x, int y, int dot,
                  const char *text, struct colour colour);

#endif
