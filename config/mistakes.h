/* mistakes: what is wrong with settings, all of it and not only the first. */
#ifndef RELAXD_CONFIG_MISTAKES_H
#define RELAXD_CONFIG_MISTAKES_H

#include <stddef.h>
#include <stdio.h>

#include "core/base/error.h"

enum { MISTAKES_MAX = 64 };

struct mistakes {
    struct error found[MISTAKES_MAX];
    size_t count; /* may be more than are kept */
};

void mistakes_add(struct mistakes *mistakes, const struct error *error);

/* A line for each. */
void mistakes_print(const struct mistakes *mistakes, FILE *to);

#endif
