/* ask: questions of a picture put to its world, and whether what comes out is
 * what was expected. */
#ifndef RELAXD_TESTS_PICTURES_ASK_H
#define RELAXD_TESTS_PICTURES_ASK_H

#include <stdio.h>

#include "tests/pictures/picture.h"
#include "tests/pictures/world.h"

/* One question being asked. */
struct asking {
    const struct picture *picture;
    const struct picture_ask *ask;
    struct world *world;
    FILE *got;      /* what came out, for people */
    FILE *mistakes; /* what was not as expected, a line each; nothing: all was
                     */
};

void ask_route(struct asking *asking);
void ask_open(struct asking *asking);
void ask_snap(struct asking *asking);
void ask_path(struct asking *asking);
void ask_report(struct asking *asking);
void ask_roads(struct asking *asking);
void ask_osrm(struct asking *asking);

/* "expected time 20s, got 21s" and the like. */
void asking_miss(struct asking *asking, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether lists of words are equal; else that is a mistake. `what` as the
 * picture calls it. */
void asking_expect_text(struct asking *asking, const char *what,
                        const struct ask_expect *expect, const char *got);

/* The same for the number at `index`; the usual slack is `slack` and 0.2 %. */
void asking_expect_number(struct asking *asking, const char *what,
                          const struct ask_expect *expect, size_t index,
                          double got, double slack);

/* Whether a position is that of the letter, to 0.3 m. */
void asking_expect_place(struct asking *asking, const char *what,
                         const struct ask_expect *expect,
                         struct position position);

/* The letter of a node, '#' for one that is none of the picture's. */
char asking_letter(const struct asking *asking, int64_t id);

/* What a place of the question says. */
struct snap_options asking_wish(const struct asking *asking,
                                const struct ask_place *place);

/* The bit of a class that the profile names; 0 where it names none such. */
uint16_t asking_class(const struct asking *asking, const char *name);

/* Its text, "-" for none. */
const char *asking_piece_name(const struct asking *asking, uint32_t piece);

/* Appends a word to a list in `text` [size], unless it is the last already. */
void list_add(char *text, size_t size, const char *word);

#endif
