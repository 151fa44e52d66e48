/* kernels, no choice: other machines than x86-64 have one build. */
#include "core/solver/cch/kernels.h"

extern const struct frontal_kernels kernels_plain;

static const struct frontal_kernels *const all[] = {&kernels_plain, NULL};

const struct frontal_kernels *const *frontal_kernels_all(void)
{
    return all;
}
