/* flight: which blocks of a grid have begun, and which comes next. */
#ifndef RELAXD_TESTS_EMULATOR_FLIGHT_H
#define RELAXD_TESTS_EMULATOR_FLIGHT_H

#include "tests/emulator/block.h"
#include "tests/emulator/kernel.h"

namespace emulator
{

/* Only one grid runs at a time. */
void flight_begin(const grid &grid);
void flight_end();

/* Whether all blocks have ended. */
bool flight_is_over();

/* A block in flight with threads to start, any of several; NULL: none. */
block *flight_block_to_start();
/* The next thread of a block that has one to start. */
unsigned flight_start_thread(block *block);

/* Begins the next block; NULL where none is left or too many are in flight. */
block *flight_next_block();
/* The same at random, without need. */
void flight_perhaps_next_block();

void flight_end_block(block *block);

} // namespace emulator

#endif
