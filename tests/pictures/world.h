/* world: the map of a picture, imported, ordered and served. */
#ifndef RELAXD_TESTS_PICTURES_WORLD_H
#define RELAXD_TESTS_PICTURES_WORLD_H

#include "core/graph/import_report.h"
#include "core/service/path/path_question.h"
#include "core/service/route/route_question.h"
#include "tests/pictures/picture.h"
#include "tests/pictures/web.h"

struct world {
    struct catalog catalog;
    struct registry *registry;
    struct engine *engine;
    struct service *service;
    struct web *web; /* NULL: not asked for */
    struct map_entry *entry;
    const struct map *map;
    struct import_report report;
};

/* 0, or what importing said, with nothing left behind. A world stays where it
 * is. */
int world_make(const struct picture *picture, struct world *ret_world,
               struct error *error);
void world_finish(struct world *world);

/* Ask and wait. The question is the caller's to finish in any case. */
enum outcome world_ask_route(struct world *world,
                             struct route_question *question);
enum outcome world_ask_path(struct world *world,
                            struct path_question *question);

#endif
