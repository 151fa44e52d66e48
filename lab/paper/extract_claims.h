/* extract_claims: what the CUDA shortest-path paper in Chinese says of
 * ExtractMin, held against times of this machine. */
#ifndef RELAXD_LAB_PAPER_EXTRACT_CLAIMS_H
#define RELAXD_LAB_PAPER_EXTRACT_CLAIMS_H

#include <stdbool.h>

#include "lab/paper/cuda_parallel.h"
#include "lab/paper/report.h"

/* One size; 0: not measured. */
struct extract_row {
    double us[EXTRACT_WAYS];                  /* until the answer is known */
    double queued_us[EXTRACT_REDUCTIONS + 1]; /* one after the other */
};

/* Of the reductions, the fastest. */
enum extract_way extract_best_block(const double *us);

/* `rows`: [size_count] from extract_sizes[0] on. */
void extract_add_claims(struct report *report, const struct extract_row *rows,
                        size_t size_count, bool gpu);

#endif
