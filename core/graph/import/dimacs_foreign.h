/* dimacs_foreign: what is no DIMACS text, told by its first bytes.
 *
 * Private to import/. */
#ifndef RELAXD_GRAPH_IMPORT_DIMACS_FOREIGN_H
#define RELAXD_GRAPH_IMPORT_DIMACS_FOREIGN_H

#include <stddef.h>

#include "core/base/error.h"

/* Looks at the first bytes of a file, decompressed. -EINVAL for what cannot be
 * the start of a text, with words for what it is where that shows: a map of
 * this project, OpenStreetMap data, XML. */
int dimacs_refuse_foreign(const char *bytes, size_t size, struct error *error);

#endif
