/* digest: of an answer, what two of the same question have in common. */
#ifndef RELAXD_TESTS_SOAK_DIGEST_H
#define RELAXD_TESTS_SOAK_DIGEST_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"
#include "tests/soak/answer.h"
#include "tests/soak/question.h"

/* CHECK_COUNT where there is none of that name. */
enum check check_find(const char *name);

/* The digest's text is to be freed. Of what is no 200 it is the whole body. */
void digest_answer(enum check check, const struct answer *answer,
                   struct digest *ret_digest);

/* Says where they part. */
void digest_differ(const struct digest *expected, const struct digest *got,
                   struct error *error);

/* Whether the cheapest arcs between the vertices of each path add up to its
 * cost. */
bool path_adds_up(const struct map *graph, const struct answer *answer,
                  struct error *error);

#endif
