/* panels: compares a hierarchy's words on a device with the CPU's. */
#ifndef RELAXD_TESTS_GPU_PANELS_H
#define RELAXD_TESTS_GPU_PANELS_H

#include "core/solver/solver.h"

/* A failure names `what` and `map`. */
void assert_words(const uint32_t *on_device, const uint32_t *expected,
                  uint64_t count, const char *what, const char *map);

/* The map's weights in a form; destroy it together with its prepared map. */
struct metric *panels_make(const struct form_ops *form,
                           const struct device *device, const struct map *map);
void panels_destroy(struct metric *metric);

#endif
