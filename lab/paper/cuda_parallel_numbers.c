/* cuda_parallel_numbers: table 1 of the CUDA shortest-path paper in Chinese.
 *
 * The text gives the table's numbers out of order. Put together: three blocks
 * of rows (1 to 10^2; 10^3, 10^4; 10^5 to 10^7), the first and the last by
 * column, the second by row, then Thrust and the CPU's columns in blocks of
 * their own (1 to 10^3, 10^4 and 10^5, 10^6, 10^7). That it is right, the two
 * ratios that section 3.2 states tell: 6710 / 4075.55 is its 1.65, 6710 /
 * 1105.1 its 6.07. */
#include "lab/paper/cuda_parallel.h"

const uint32_t extract_sizes[EXTRACT_SIZES] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000,
};

const double extract_paper_us[EXTRACT_SIZES][EXTRACT_WAYS] = {
    {40.82, 48.56, 42.64, 43.81, 324.8, 0, 0, 0},
    {35.92, 57.37, 47.32, 43.76, 65.97, 0, 0, 0},
    {39.63, 43.96, 41.2, 45.52, 73.04, 0, 0, 0},
    {43.12, 43.05, 41.55, 49.77, 513.12, 0, 0, 0},
    {59.4, 50.49, 45.97, 46.74, 453.91, 150, 0, 0},
    {145.4, 112.43, 92.04, 108.75, 450.91, 630, 0, 0},
    {1033.26, 556.43, 470.487, 734.59, 498.5, 5620, 630, 0.124},
    {8033.73, 4839.28, 4075.55, 6475.09, 1105.1, 56790, 6710, 0.1311},
};
