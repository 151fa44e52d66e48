/* told: what came out of a route, in the words of a picture. */
#ifndef RELAXD_TESTS_PICTURES_TOLD_H
#define RELAXD_TESTS_PICTURES_TOLD_H

#include "tests/pictures/ask.h"

struct told {
    char ways[2000];
    char nodes[2000];
    char modes[500];
    char classes[500];
    double time_s;
    double turns_s;
    double weight_s;
    double distance_m;
};

/* Of a route that was found; written to asking->got, too. */
void told_route(const struct asking *asking,
                const struct route_question *question, struct told *told);

#endif
