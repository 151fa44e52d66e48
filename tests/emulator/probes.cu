#include "tests/emulator/probes.h"

#include <cub/cub.cuh>
#include <cuda/atomic>

enum { BLOCK_THREADS = 24 };

static __device__ uint32_t number(uint3 place, dim3 size)
{
    return place.x + size.x * (place.y + size.y * place.z);
}

static __global__ void places_kernel(uint32_t *hits)
{
    uint32_t block = number(blockIdx, gridDim);

    atomicAdd(&hits[block * BLOCK_THREADS + number(threadIdx, blockDim)], 1);
}

void probe_places(uint32_t *hits)
{
    places_kernel<<<dim3(2, 3, 2), dim3(2, 3, 4)>>>(hits);
}

static __global__ void order_kernel(uint32_t *next, uint32_t *order)
{
    if (threadIdx.x == 0)
        order[atomicAdd(next, 1)] = blockIdx.x;
}

void probe_order(uint32_t *next, uint32_t *order, unsigned blocks)
{
    order_kernel<<<blocks, 64>>>(next, order);
}

static __global__ void barriers_kernel(uint32_t *value, int *sum,
                                       unsigned leave, unsigned rounds)
{
    extern __shared__ uint32_t held[];
    unsigned t = threadIdx.x;
    unsigned stay = blockDim.x;

    held[t] = t;
    for (unsigned round = 0; round < rounds; round++) {
        uint32_t taken;
        int count = __syncthreads_count(t % 2 == 0);

        if (t == 0)
            sum[round] = count;
        if (round == 0) {
            if (t >= leave)
                return;
            stay = min(leave, blockDim.x);
        }
        taken = held[(t + 1) % stay];
        __syncthreads();
        held[t] = taken;
    }
    value[t] = held[t];
}

void probe_barriers(uint32_t *value, int *sum, unsigned threads, unsigned leave,
                    unsigned rounds)
{
    barriers_kernel<<<1, threads, threads * sizeof(uint32_t)>>>(value, sum,
                                                                leave, rounds);
}

static __global__ void lanes_kernel(uint32_t (*words)[PROBE_LANE_WORDS],
                                    unsigned lanes)
{
    unsigned lane = threadIdx.x;
    uint32_t mask = lanes < 32 ? (1u << lanes) - 1 : ~0u;
    uint32_t mine = 100 + lane;
    uint32_t *word = words[lane];

    if (lane >= lanes)
        return;
    word[0] = __shfl_sync(mask, mine, 1);
    word[1] = __shfl_up_sync(mask, mine, 2);
    word[2] = __shfl_down_sync(mask, mine, 1);
    word[3] = __shfl_xor_sync(mask, mine, 1);
    word[4] = __shfl_sync(mask, mine, 3, 8);
    word[5] = __ballot_sync(mask, lane % 3 == 0);
    word[6] = __any_sync(mask, lane == 1);
    word[7] = __all_sync(mask, lane != 1);
    word[8] = __match_any_sync(mask, lane / 4);
    word[9] = __reduce_add_sync(mask, mine);
    word[10] = __reduce_min_sync(mask, mine);
    word[11] =
        (uint32_t)(__shfl_sync(mask, (unsigned long long)mine << 32, 0) >> 32);
}

void probe_lanes(uint32_t (*words)[PROBE_LANE_WORDS], unsigned lanes)
{
    lanes_kernel<<<1, 32>>>(words, lanes);
}

static __global__ void atomics_kernel(struct probe_sums *sums)
{
    uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> sum(
        sums->cas);
    unsigned long long seen = sum.load(cuda::memory_order_relaxed);
    uint32_t lost = sums->lost;

    atomicAdd(&sums->add, (unsigned long long)index);
    atomicMin(&sums->min, index);
    atomicMax(&sums->max, index);
    atomicOr(&sums->any, 1u << index % 32);
    while (!sum.compare_exchange_weak(seen, seen + index))
        ;
    sums->lost = lost + 1;
}

void probe_atomics(struct probe_sums *sums, unsigned blocks, unsigned threads)
{
    atomics_kernel<<<blocks, threads>>>(sums);
}

static __global__ void wait_for_all_kernel(uint32_t *arrived)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x)
            ;
    }
    __syncthreads();
}

void probe_wait_for_all(uint32_t *arrived, unsigned blocks)
{
    wait_for_all_kernel<<<blocks, 64>>>(arrived);
}

static __global__ void shared_kernel(uint32_t *words)
{
    __shared__ uint32_t first[2], second;
    extern __shared__ uint32_t more[];

    words[2 * blockIdx.x] = first[1];
    first[1] = second = 7;
    more[2] = first[1] + second;
    words[2 * blockIdx.x + 1] = more[2];
}

void probe_shared(uint32_t *words, unsigned blocks)
{
    shared_kernel<<<blocks, 1, 3 * sizeof(uint32_t)>>>(words);
}

template <typename T>
static __global__ void write_kernel(T *memory, size_t at, T value)
{
    memory[at] = value;
}

void probe_write(uint32_t *memory, size_t at, uint32_t value)
{
    write_kernel<uint32_t><<<1, 1>>>(memory, at, value);
}

void probe_write_on(cudaStream_t stream, uint32_t *memory, size_t at,
                    uint32_t value)
{
    write_kernel<uint32_t><<<1, 1, 0, stream>>>(memory, at, value);
}

static __global__ void deadlock_kernel()
{
    if (threadIdx.x == 32)
        __syncwarp(3);
    else
        __syncthreads();
}

void probe_deadlock(void)
{
    deadlock_kernel<<<1, 34>>>();
}

static __global__ void divergence_kernel()
{
    if (threadIdx.x % 2)
        __syncthreads();
    else
        __syncthreads_or(1);
}

void probe_divergence(void)
{
    divergence_kernel<<<1, 64>>>();
}

static __global__ void foreign_mask_kernel()
{
    __syncwarp(2);
}

void probe_foreign_mask(void)
{
    foreign_mask_kernel<<<1, 1>>>();
}

struct is_above {
    __device__ bool operator()(uint32_t value) const
    {
        return value > 10;
    }
};

cudaError_t probe_cub(const uint32_t *in, uint32_t *sums, uint32_t *least,
                      uint32_t *above, uint32_t *above_count, unsigned count)
{
    void *storage = NULL;
    size_t bytes = 0;
    cudaError_t status =
        cub::DeviceScan::ExclusiveSum(storage, bytes, in, sums, count);

    if (status == cudaSuccess)
        status = cudaMalloc(&storage, bytes);
    if (status == cudaSuccess)
        status = cub::DeviceScan::ExclusiveSum(storage, bytes, in, sums, count);
    if (status == cudaSuccess)
        status = cub::DeviceReduce::Min(storage, bytes, in, least, count);
    if (status == cudaSuccess)
        status = cub::DeviceSelect::If(storage, bytes, in, above, above_count,
                                       count, is_above());
    cudaFree(storage);
    return status;
}
