/* scheduler: runs the threads of a grid on fibers.
 *
 * A thread runs straight through on the fiber at hand. Only one that must wait
 * keeps its fiber, and the next thread starts on another, so kernels in which
 * nobody waits cost as much as a loop. One block is in flight after the other;
 * more are begun where threads keep giving way, because they may wait for one
 * another.
 *
 * With a seed (chance.h) blocks and threads come in any order, several blocks
 * are in flight, and threads give way at some of their atomics. */
#ifndef RELAXD_TESTS_EMULATOR_SCHEDULER_H
#define RELAXD_TESTS_EMULATOR_SCHEDULER_H

#include "tests/emulator/block.h"
#include "tests/emulator/kernel.h"

namespace emulator
{

/* Runs all of the grid. One caller at a time. */
void run(const grid &grid);

const char *kernel_name();

/* The fiber of the thread that calls. */
fiber *running();

/* Keeps the thread that calls until somebody releases its fiber. */
void wait(const site &site);
void release(fiber *fiber);

/* meet.cpp's part of the end of a thread: those who waited for it wait no more.
 */
void leave_warp(warp *warp);
void leave_crowd(block *block);

} // namespace emulator

#endif
