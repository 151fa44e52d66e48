/* scheduler: runs the threads of a grid on fibers.
 *
 * A thread runs to its end on the current fiber. Only a thread that must wait
 * keeps its fiber, and the next thread starts on another, so kernels without
 * waiting cost as much as a loop. Blocks run one after the other; more are
 * begun where threads keep yielding, because they may wait for one another.
 *
 * With a seed (chance.h) blocks and threads run in any order, several blocks
 * are in flight, and threads yield at some of their atomics. */
#ifndef RELAXD_TESTS_EMULATOR_SCHEDULER_H
#define RELAXD_TESTS_EMULATOR_SCHEDULER_H

#include "tests/emulator/block.h"
#include "tests/emulator/kernel.h"

namespace emulator
{

/* Runs the whole grid. One caller at a time. */
void run(const grid &grid);

const char *kernel_name();

/* The calling thread's fiber. */
fiber *running();

/* Blocks the calling thread until another releases its fiber. */
void wait(const site &site);
void release(fiber *fiber);

/* Called when a thread ends, meet.cpp: lanes that waited for it stop waiting.
 */
void leave_warp(warp *warp);
void leave_crowd(block *block);

} // namespace emulator

#endif
