/* kernels on machines other than x86-64: the only build of fronts' and rows'
 * kernels. */
#include "core/solver/cch/kernels.h"
#include "core/solver/cch/rows.h"

extern const struct frontal_kernels kernels_plain;

static const struct frontal_kernels *const all[] = {&kernels_plain, NULL};

const struct frontal_kernels *const *frontal_kernels_all(void)
{
    return all;
}

extern const struct row_kernels rows_plain;

static const struct row_kernels *const all_rows[] = {&rows_plain, NULL};

const struct row_kernels *const *row_kernels_all(void)
{
    return all_rows;
}
