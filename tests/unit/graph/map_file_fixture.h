/* map_file_fixture: a map, its file, and the file's bytes to damage. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_MAP_FILE_FIXTURE_H
#define RELAXD_TESTS_UNIT_GRAPH_MAP_FILE_FIXTURE_H

#include <stddef.h>

#include "core/graph/map.h"
#include "tests/unit/map_seal.h"
#include "tests/unit/scratch.h"

struct fixture {
    struct scratch scratch;
    struct map *map;
    char *image; /* the file's bytes, aligned */
    size_t size;
    struct error error;
};

/* Takes ownership of the map. For cmocka: 0, and the fixture in `state`. */
int fixture_create(struct map *map, void **state);
int fixture_destroy(void **state);

/* With a map of all sections but a hierarchy's. */
enum { SMALL_VERTICES = 3, SMALL_ARCS = 4 };
int fixture_create_small(void **state);

const char *fixture_map_path(struct fixture *fixture);

/* Asserts that the last error has these words. */
void fixture_said(const struct fixture *fixture, const char *words);

/* Asserts that the image is refused with these words, unchanged or with
 * corrected checksums. */
void fixture_refused(struct fixture *fixture, const char *words);
void fixture_refused_when_sealed(struct fixture *fixture, const char *words);

/* In the image. */
struct map_entry_on_disk *fixture_entry(struct fixture *fixture,
                                        enum map_section_id id);
void *fixture_section(struct fixture *fixture, enum map_section_id id);

#endif
