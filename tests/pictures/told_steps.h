/* told_steps: what is told who travels a route, in the words of a picture. */
#ifndef RELAXD_TESTS_PICTURES_TOLD_STEPS_H
#define RELAXD_TESTS_PICTURES_TOLD_STEPS_H

#include "tests/pictures/ask.h"

/* Of all legs together, step by step, with commas between. */
struct told_steps {
    char steps[2000];     /* "depart", "turn right" */
    char names[2000];     /* of the roads, or nothing */
    char bearings[1000];  /* "90->180" */
    char exits[200];      /* of roundabouts, where there are */
    char lanes[2000];     /* "left:no|through:yes", or nothing */
    char crossings[4000]; /* "-0 +90 +180": may be left by to the east and to
                             the south; further ones of the step behind ';' */
    char summary[500];    /* of legs */
    char signs[2000];     /* "destinations|exits|rotary|ref", or nothing */
};

/* Of a route that was found; steps and names are written to asking->got, too.
 */
void told_steps(const struct asking *asking,
                const struct route_question *question, struct told_steps *told);

#endif
