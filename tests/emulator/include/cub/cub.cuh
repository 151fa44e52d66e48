/* cub: the part of CUB's device-wide algorithms that gpu/ uses, emulated.
 *
 * Called without temporary storage, each returns the size that it needs, and
 * insists on that later. */
#ifndef RELAXD_TESTS_EMULATOR_CUB_CUH
#define RELAXD_TESTS_EMULATOR_CUB_CUH

#include <stdint.h>
#include <string.h>

#include <functional>
#include <iterator>
#include <type_traits>

#include "tests/emulator/kernel.h"

namespace emulator
{

/* Queues `work` as one operation of the stream, or returns the storage's size.
 */
template <typename Work>
cudaError_t with_storage(void *storage, size_t &bytes, size_t count,
                         cudaStream_t stream, Work work)
{
    size_t wanted = 256 + count;

    if (!storage) {
        bytes = wanted;
        return cudaSuccess;
    }
    if (bytes < wanted)
        return cudaErrorInvalidValue;
    launch(grid_of(1, 1, 0, stream), "cub", [=] {
        memset(storage, 0x5c, wanted);
        work();
    });
    return cudaPeekAtLastError();
}

} // namespace emulator

namespace cub
{

template <typename Key, typename Value> struct KeyValuePair {
    Key key;
    Value value;
};

struct Sum {
    template <typename T> T operator()(T a, T b) const
    {
        return a + b;
    }
};

struct Min {
    template <typename T> T operator()(T a, T b) const
    {
        return b < a ? b : a;
    }
};

struct Max {
    template <typename T> T operator()(T a, T b) const
    {
        return a < b ? b : a;
    }
};

struct DeviceScan {
    template <typename In, typename Out, typename Combine, typename Initial,
              typename Count>
    static cudaError_t ExclusiveScan(void *storage, size_t &bytes, In in,
                                     Out out, Combine combine, Initial initial,
                                     Count count, cudaStream_t stream = 0)
    {
        return emulator::with_storage(
            storage, bytes, (size_t)count, stream, [=] {
                Initial sum = initial;

                for (Count i = 0; i < count; i++) {
                    Initial next = combine(sum, (Initial)in[i]);

                    out[i] = sum;
                    sum = next;
                }
            });
    }

    template <typename In, typename Out, typename Combine, typename Count>
    static cudaError_t InclusiveScan(void *storage, size_t &bytes, In in,
                                     Out out, Combine combine, Count count,
                                     cudaStream_t stream = 0)
    {
        return emulator::with_storage(
            storage, bytes, (size_t)count, stream, [=] {
                using Value = std::decay_t<decltype(out[0])>;

                for (Count i = 0; i < count; i++)
                    out[i] =
                        i ? combine((Value)out[i - 1], (Value)in[i]) : in[i];
            });
    }

    template <typename In, typename Out, typename Count>
    static cudaError_t ExclusiveSum(void *storage, size_t &bytes, In in,
                                    Out out, Count count,
                                    cudaStream_t stream = 0)
    {
        using Value = std::decay_t<decltype(in[0])>;

        return ExclusiveScan(storage, bytes, in, out, Sum(), Value(), count,
                             stream);
    }

    template <typename In, typename Out, typename Count>
    static cudaError_t InclusiveSum(void *storage, size_t &bytes, In in,
                                    Out out, Count count,
                                    cudaStream_t stream = 0)
    {
        return InclusiveScan(storage, bytes, in, out, Sum(), count, stream);
    }
};

struct DeviceReduce {
    template <typename In, typename Out, typename Count, typename Combine,
              typename Initial>
    static cudaError_t Reduce(void *storage, size_t &bytes, In in, Out out,
                              Count count, Combine combine, Initial initial,
                              cudaStream_t stream = 0)
    {
        return emulator::with_storage(
            storage, bytes, (size_t)count, stream, [=] {
                Initial sum = initial;

                for (Count i = 0; i < count; i++)
                    sum = combine(sum, (Initial)in[i]);
                *out = sum;
            });
    }

    template <typename In, typename Out, typename Count>
    static cudaError_t Sum(void *storage, size_t &bytes, In in, Out out,
                           Count count, cudaStream_t stream = 0)
    {
        using Value = std::decay_t<decltype(out[0])>;

        return Reduce(storage, bytes, in, out, count, cub::Sum(), Value(),
                      stream);
    }

    template <typename In, typename Out, typename Count>
    static cudaError_t Min(void *storage, size_t &bytes, In in, Out out,
                           Count count, cudaStream_t stream = 0)
    {
        using Value = std::decay_t<decltype(in[0])>;

        return Reduce(storage, bytes, in, out, count, cub::Min(),
                      std::numeric_limits<Value>::max(), stream);
    }

    template <typename In, typename Out, typename Count>
    static cudaError_t Max(void *storage, size_t &bytes, In in, Out out,
                           Count count, cudaStream_t stream = 0)
    {
        using Value = std::decay_t<decltype(in[0])>;

        return Reduce(storage, bytes, in, out, count, cub::Max(),
                      std::numeric_limits<Value>::lowest(), stream);
    }

    /* The first of the least. */
    template <typename In, typename Out, typename Count>
    static cudaError_t ArgMin(void *storage, size_t &bytes, In in, Out out,
                              Count count, cudaStream_t stream = 0)
    {
        return emulator::with_storage(
            storage, bytes, (size_t)count, stream, [=] {
                using Value = std::decay_t<decltype(in[0])>;

                out->key = 1;
                out->value = std::numeric_limits<Value>::max();
                for (Count i = 0; i < count; i++) {
                    if (i && !(in[i] < out->value))
                        continue;
                    out->key = (int)i;
                    out->value = in[i];
                }
            });
    }
};

struct DeviceSelect {
    template <typename In, typename Out, typename Selected, typename Count,
              typename Wanted>
    static cudaError_t If(void *storage, size_t &bytes, In in, Out out,
                          Selected selected, Count count, Wanted wanted,
                          cudaStream_t stream = 0)
    {
        return emulator::with_storage(
            storage, bytes, (size_t)count, stream, [=] {
                size_t taken = 0;

                for (Count i = 0; i < count; i++) {
                    if (wanted(in[i]))
                        out[taken++] = in[i];
                }
                *selected = (std::decay_t<decltype(*selected)>)taken;
            });
    }

    template <typename In, typename Flags, typename Out, typename Selected,
              typename Count>
    static cudaError_t Flagged(void *storage, size_t &bytes, In in, Flags flags,
                               Out out, Selected selected, Count count,
                               cudaStream_t stream = 0)
    {
        return emulator::with_storage(
            storage, bytes, (size_t)count, stream, [=] {
                size_t taken = 0;

                for (Count i = 0; i < count; i++) {
                    if (flags[i])
                        out[taken++] = in[i];
                }
                *selected = (std::decay_t<decltype(*selected)>)taken;
            });
    }
};

template <typename T> struct CountingInputIterator {
    T first;

    explicit CountingInputIterator(T first) : first(first)
    {
    }
    template <typename Index> T operator[](Index i) const
    {
        return first + (T)i;
    }
};

} // namespace cub

#endif
