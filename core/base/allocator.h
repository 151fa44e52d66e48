/* allocator: malloc() as relaxd has it. */
#ifndef RELAXD_CORE_BASE_ALLOCATOR_H
#define RELAXD_CORE_BASE_ALLOCATOR_H

/* Tunes malloc() for threads that free what others allocated. Call it before
 * the first thread starts. relaxlab does, too: a solver that it measures finds
 * its pages as it would in relaxd. */
void allocator_set_up(void);

#endif
