/* atomics: CUDA's atomic functions.
 *
 * Threads switch only where they meet or call touch(), so plain reads and
 * writes are atomic. */
#ifndef RELAXD_TESTS_EMULATOR_ATOMICS_H
#define RELAXD_TESTS_EMULATOR_ATOMICS_H

#include "tests/emulator/kernel.h"

namespace emulator
{

template <typename T> struct exactly {
    using type = T;
};

/* Replaces *at by the result of `change`; returns the old value. */
template <typename T, typename Change>
T exchange(const site &site, T *at, Change change)
{
    T before;

    touch(site);
    before = *at;
    *at = static_cast<T>(change(before));
    return before;
}

} // namespace emulator

#define EMULATED_ATOMIC(NAME, AFTER)                                           \
    template <typename T>                                                      \
    T NAME(T *at, typename emulator::exactly<T>::type value)                   \
    {                                                                          \
        return emulator::exchange(EMULATOR_SITE(#NAME), at,                    \
                                  [value](T before) { return AFTER; });        \
    }
#define EMULATED_ATOMICS(NAME, AFTER)                                          \
    EMULATED_ATOMIC(NAME, AFTER)                                               \
    EMULATED_ATOMIC(NAME##_block, AFTER)                                       \
    EMULATED_ATOMIC(NAME##_system, AFTER)

EMULATED_ATOMICS(atomicAdd, before + value)
EMULATED_ATOMICS(atomicSub, before - value)
EMULATED_ATOMICS(atomicExch, (static_cast<void>(before), value))
EMULATED_ATOMICS(atomicMin, value < before ? value : before)
EMULATED_ATOMICS(atomicMax, value > before ? value : before)
EMULATED_ATOMICS(atomicAnd, before &value)
EMULATED_ATOMICS(atomicOr, before | value)
EMULATED_ATOMICS(atomicXor, before ^ value)
EMULATED_ATOMICS(atomicInc, before >= value ? 0 : before + 1)
EMULATED_ATOMICS(atomicDec, before == 0 || before > value ? value : before - 1)

template <typename T>
T atomicCAS(T *at, typename emulator::exactly<T>::type expected,
            typename emulator::exactly<T>::type value)
{
    return emulator::exchange(EMULATOR_SITE("atomicCAS"), at,
                              [expected, value](T before) {
                                  return before == expected ? value : before;
                              });
}

template <typename T>
T atomicCAS_block(T *at, typename emulator::exactly<T>::type expected,
                  typename emulator::exactly<T>::type value)
{
    return atomicCAS(at, expected, value);
}

#define __threadfence() emulator::touch(EMULATOR_SITE("__threadfence"))
#define __threadfence_block()                                                  \
    emulator::touch(EMULATOR_SITE("__threadfence_block"))
#define __threadfence_system()                                                 \
    emulator::touch(EMULATOR_SITE("__threadfence_system"))
#define __nanosleep(NS)                                                        \
    (static_cast<void>(NS), emulator::give_way(EMULATOR_SITE("__nanosleep")))

#endif
