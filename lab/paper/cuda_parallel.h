/* cuda_parallel: the numbers of the CUDA shortest-path paper in Chinese that
 * its damaged text still has.
 *
 * What is left: abstract, sections 1 to 5 and table 1. Lost: title, authors,
 * formulas, most Chinese characters, section 6 (sparse matrix times vector),
 * section 7 with its measurements, their graphs and machine. */
#ifndef RELAXD_LAB_PAPER_CUDA_PARALLEL_H
#define RELAXD_LAB_PAPER_CUDA_PARALLEL_H

#include <stdint.h>

/* Columns of table 1. */
enum extract_way {
    EXTRACT_128, /* threads in a block */
    EXTRACT_256,
    EXTRACT_512,
    EXTRACT_1024,
    EXTRACT_LIBRARY, /* Thrust; CUB here */
    EXTRACT_LOOP,    /* on the CPU, not optimised */
    EXTRACT_LOOP_O2, /* the same with -O2 */
    EXTRACT_HEAP,    /* on the CPU */
    EXTRACT_WAYS,
    EXTRACT_REDUCTIONS = EXTRACT_LIBRARY,
};

enum { EXTRACT_SIZES = 8 };

/* Table 1, in us of one ExtractMin (cuda_parallel_table_1.c says why us); 0
 * where the paper's clock saw nothing. */
extern const uint32_t extract_sizes[EXTRACT_SIZES]; /* elements */
extern const double extract_paper_us[EXTRACT_SIZES][EXTRACT_WAYS];

#endif
