/* list: the papers and the figures in files of their own. Only papers.c and the
 * papers' lists include it. */
#ifndef RELAXD_LAB_PAPER_LIST_H
#define RELAXD_LAB_PAPER_LIST_H

#include "lab/paper/paper.h"

extern const struct paper paper_cuda_parallel;
extern const struct paper paper_safari;
extern const struct paper paper_sudhanan;
extern const struct paper paper_suzuki;

extern const struct figure cuda_parallel_table_1;
extern const struct figure cuda_parallel_solvers;
extern const struct figure cuda_parallel_labels;
extern const struct figure cuda_parallel_delta;
extern const struct figure cuda_parallel_spmv;

extern const struct figure safari_figure_3;
extern const struct figure safari_figure_4;
extern const struct figure safari_iterations;
extern const struct figure safari_table_1;
extern const struct figure safari_table_2;

extern const struct figure sudhanan_figure_6;

extern const struct figure suzuki_figure_3;
extern const struct figure suzuki_figure_4;
extern const struct figure suzuki_figure_5;
extern const struct figure suzuki_figure_6;
extern const struct figure suzuki_figure_7;
extern const struct figure suzuki_figure_8;

#endif
