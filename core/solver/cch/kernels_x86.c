/* kernels on x86-64: chooses the build of fronts' (kernels.h) and rows'
 * (rows.h) kernels. */
#include "core/solver/cch/kernels.h"
#include "core/solver/cch/rows.h"

extern const struct frontal_kernels kernels_plain;
extern const struct frontal_kernels kernels_avx2;
extern const struct frontal_kernels kernels_avx512;
extern const struct row_kernels rows_plain;
extern const struct row_kernels rows_avx2;
extern const struct row_kernels rows_avx512;

/* The builds in meson.build. */
enum build { PLAIN, AVX2, AVX512, BUILDS };

/* The first n of them, then NULL. */
static const struct frontal_kernels *const kernels[BUILDS][BUILDS + 1] = {
    {&kernels_plain},
    {&kernels_plain, &kernels_avx2},
    {&kernels_plain, &kernels_avx2, &kernels_avx512},
};
static const struct row_kernels *const rows[BUILDS][BUILDS + 1] = {
    {&rows_plain},
    {&rows_plain, &rows_avx2},
    {&rows_plain, &rows_avx2, &rows_avx512},
};

/* The last one that this machine supports, by the instructions that meson.build
 * allows it. */
static enum build last_build(void)
{
    if (!__builtin_cpu_supports("avx2"))
        return PLAIN;
    if (!__builtin_cpu_supports("avx512f") ||
        !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return AVX2;
    return AVX512;
}

const struct frontal_kernels *const *frontal_kernels_all(void)
{
    return kernels[last_build()];
}

const struct row_kernels *const *row_kernels_all(void)
{
    return rows[last_build()];
}
