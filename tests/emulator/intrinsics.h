/* intrinsics: CUDA's functions of one thread: bits, loads and stores, minimum
 * and maximum. */
#ifndef RELAXD_TESTS_EMULATOR_INTRINSICS_H
#define RELAXD_TESTS_EMULATOR_INTRINSICS_H

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/emulator/kernel.h"

inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

inline int __ffs(int x)
{
    return __builtin_ffs(x);
}

inline int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}

inline int __clz(int x)
{
    return x ? __builtin_clz((unsigned)x) : 32;
}

inline int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}

inline unsigned __brev(unsigned x)
{
    unsigned reversed = 0;

    for (int i = 0; i < 32; i++)
        reversed |= (x >> i & 1) << (31 - i);
    return reversed;
}

inline unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((unsigned long long)a * b >> 32);
}

inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >>
                      32);
}

inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}

inline long long clock64()
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}

[[noreturn]] inline void __trap()
{
    emulator::complain(EMULATOR_SITE("__trap"), "was called");
}

#define EMULATED_BITS(NAME, FROM, TO)                                          \
    inline TO NAME(FROM from)                                                  \
    {                                                                          \
        TO to;                                                                 \
                                                                               \
        memcpy(&to, &from, sizeof(to));                                        \
        return to;                                                             \
    }

EMULATED_BITS(__float_as_uint, float, unsigned)
EMULATED_BITS(__float_as_int, float, int)
EMULATED_BITS(__uint_as_float, unsigned, float)
EMULATED_BITS(__int_as_float, int, float)
EMULATED_BITS(__double_as_longlong, double, long long)
EMULATED_BITS(__longlong_as_double, long long, double)

#define EMULATED_LOAD(NAME)                                                    \
    template <typename T> T NAME(const T *at)                                  \
    {                                                                          \
        return *at;                                                            \
    }
#define EMULATED_STORE(NAME)                                                   \
    template <typename T> void NAME(T *at, T value)                            \
    {                                                                          \
        *at = value;                                                           \
    }

/* For words that other threads write. */
#define EMULATED_FRESH_LOAD(NAME)                                              \
    template <typename T> T NAME(const T *at)                                  \
    {                                                                          \
        emulator::touch(EMULATOR_SITE(#NAME));                                 \
        return *at;                                                            \
    }

EMULATED_LOAD(__ldg)
EMULATED_LOAD(__ldca)
EMULATED_FRESH_LOAD(__ldcg)
EMULATED_LOAD(__ldcs)
EMULATED_FRESH_LOAD(__ldcv)
EMULATED_LOAD(__ldlu)
EMULATED_STORE(__stcg)
EMULATED_STORE(__stcs)
EMULATED_STORE(__stwb)
EMULATED_STORE(__stwt)

#define EMULATED_LEAST(A, B, RESULT)                                           \
    inline RESULT min(A a, B b)                                                \
    {                                                                          \
        return (RESULT)a < (RESULT)b ? (RESULT)a : (RESULT)b;                  \
    }                                                                          \
    inline RESULT max(A a, B b)                                                \
    {                                                                          \
        return (RESULT)a > (RESULT)b ? (RESULT)a : (RESULT)b;                  \
    }

EMULATED_LEAST(int, int, int)
EMULATED_LEAST(int, unsigned, unsigned)
EMULATED_LEAST(unsigned, int, unsigned)
EMULATED_LEAST(unsigned, unsigned, unsigned)
EMULATED_LEAST(long, long, long)
EMULATED_LEAST(long, unsigned long, unsigned long)
EMULATED_LEAST(unsigned long, long, unsigned long)
EMULATED_LEAST(unsigned long, unsigned long, unsigned long)
EMULATED_LEAST(long long, long long, long long)
EMULATED_LEAST(long long, unsigned long long, unsigned long long)
EMULATED_LEAST(unsigned long long, long long, unsigned long long)
EMULATED_LEAST(unsigned long long, unsigned long long, unsigned long long)
EMULATED_LEAST(float, float, float)
EMULATED_LEAST(double, double, double)

#endif
