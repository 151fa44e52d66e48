/* routino_dump: routino's database as filedumper prints it. */
#ifndef RELAXD_TESTS_COMPARE_ROUTINO_DUMP_H
#define RELAXD_TESTS_COMPARE_ROUTINO_DUMP_H

#include <stdio.h>

#include "tests/compare/routino.h"

void routino_dump_read(struct routino *routino, FILE *dump);

#endif
