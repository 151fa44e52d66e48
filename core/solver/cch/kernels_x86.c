/* kernels, the choice on x86-64. */
#include "core/solver/cch/kernels.h"

extern const struct frontal_kernels kernels_plain;
extern const struct frontal_kernels kernels_avx2;
extern const struct frontal_kernels kernels_avx512;

static const struct frontal_kernels *const all[] = {
    &kernels_plain, &kernels_avx2, &kernels_avx512, NULL};
static const struct frontal_kernels *const up_to_avx2[] = {&kernels_plain,
                                                           &kernels_avx2, NULL};
static const struct frontal_kernels *const plain[] = {&kernels_plain, NULL};

/* What kernels.c's builds are allowed in meson.build. */
const struct frontal_kernels *const *frontal_kernels_all(void)
{
    if (!__builtin_cpu_supports("avx2"))
        return plain;
    if (!__builtin_cpu_supports("avx512f") ||
        !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return up_to_avx2;
    return all;
}
