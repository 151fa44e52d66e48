/* gnuplot: draws pictures with the program gnuplot, which must be installed
 * (Debian: gnuplot-nox). One thread. */
#ifndef RELAXD_LAB_GNUPLOT_H
#define RELAXD_LAB_GNUPLOT_H

#include <stdio.h>

#include "core/base/error.h"

/* Writes a script in gnuplot's language, with its data, which draws `what` on
 * standard output. */
typedef void gnuplot_script(const void *what, FILE *to);

/* -ENOENT with words if gnuplot is not installed. Call it before long work. */
int gnuplot_check(struct error *error);

/* Runs the script and returns the picture, which the caller free()s. 0, or a
 * negative code with gnuplot's words. */
int gnuplot_draw(gnuplot_script *script, const void *what, char **ret_bytes,
                 size_t *ret_size, struct error *error);

/* Writes a text as gnuplot quotes it. */
void gnuplot_quote(const char *text, FILE *to);

#endif
