/* measure_sweeps: sweeps by clusters, by dependent launches and by grids whose
 * barrier is split in two. All also load a row's own label ahead. */
#include "gpu/cch/row.cuh"
#include "gpu/grid.cuh"
#include "tests/gpu/measure_clusters.h"

enum { TOP_THREADS = 1024, LEVEL_THREADS = 256 };

/* Barriers in two halves; in between a thread loads data that depends on no
 * label. */
struct block_meeting {
    __device__ void arrive()
    {
    }
    __device__ void wait()
    {
        __syncthreads();
    }
};

struct cluster_meeting {
    __device__ void arrive()
    {
        __syncwarp();
        cluster_arrive();
    }
    __device__ void wait()
    {
        cluster_wait();
    }
};

/* grid.cuh's; the first may wait for the previous launch. */
struct grid_meeting {
    uint32_t *arrived;
    bool after_launch;
    uint32_t before;

    __device__ void arrive()
    {
        if (after_launch)
            return;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            before = atomicAdd(arrived, blockIdx.x == 0 ? GRID_BARRIER_TURN -
                                                              (gridDim.x - 1)
                                                        : 1);
        }
    }
    __device__ void wait()
    {
        if (after_launch) {
            dependency_wait();
            after_launch = false;
            return;
        }
        if (threadIdx.x == 0) {
            while (
                !((*(volatile uint32_t *)arrived ^ before) & GRID_BARRIER_TURN))
                __nanosleep(GRID_BARRIER_POLL_NS);
            __threadfence();
        }
        __syncthreads();
    }
};

/* Levels [first, end); `late`: meets before the first, too. */
template <typename Meeting>
static __device__ __forceinline__ void
take_levels(const struct sweep_task &task, uint32_t first, uint32_t end,
            struct cch_sweep_team team, Meeting meeting, bool late)
{
    for (uint32_t at = first; at < end; at++) {
        bool meets = late || at > first;
        struct cch_level level;
        struct cch_row row;

        if (meets)
            meeting.arrive();
        level = cch_level_at(task.rows, at, team.threads);
        row = cch_row_at<true>(task.arrays, task.rows, level,
                               team.thread >> level.shift, task.label);
        if (meets)
            meeting.wait();
        cch_take_level<true>(task.arrays, task.rows, level, row, team,
                             task.label, task.bound);
    }
}

static __device__ struct cch_sweep_team team_of(uint32_t rank, uint32_t blocks)
{
    return {(uint64_t)rank * blockDim.x + threadIdx.x,
            (uint64_t)blocks * blockDim.x};
}

/* After a launch that swept [0, thin), or including the top. */
template <enum sweep_top TOP>
static __global__ void together_kernel(struct sweep_task task, uint32_t thin,
                                       uint32_t end)
{
    struct grid_meeting meeting = {task.rows.arrived, TOP == TOP_BEFORE, 0};

    if (TOP == TOP_BLOCK && blockIdx.x == 0)
        take_levels(task, 0, thin, team_of(0, 1), block_meeting(), false);
    if (TOP == TOP_CLUSTER && blockIdx.x < cluster_size())
        take_levels(task, 0, thin, team_of(cluster_rank(), cluster_size()),
                    cluster_meeting(), false);
    take_levels(task, thin, end, team_of(blockIdx.x, gridDim.x), meeting,
                thin > 0);
}

static __global__ void __launch_bounds__(TOP_THREADS)
    cluster_kernel(struct sweep_task task, uint32_t thin)
{
    dependency_release();
    take_levels(task, 0, thin, team_of(cluster_rank(), cluster_size()),
                cluster_meeting(), false);
}

static __global__ void level_kernel(struct sweep_task task, uint32_t at)
{
    struct cch_sweep_team team = team_of(blockIdx.x, gridDim.x);
    struct cch_level level = cch_level_at(task.rows, at, team.threads);
    struct cch_row row = cch_row_at<true>(
        task.arrays, task.rows, level, team.thread >> level.shift, task.label);

    dependency_release();
    dependency_wait();
    cch_take_level<true>(task.arrays, task.rows, level, row, team, task.label,
                         task.bound);
}

struct launch {
    cudaLaunchConfig_t config;
    cudaLaunchAttribute attributes[3];
};

static void launch_init(struct launch *launch, unsigned blocks, unsigned block,
                        cudaStream_t stream)
{
    *launch = {};
    launch->config.gridDim = dim3(blocks);
    launch->config.blockDim = dim3(block);
    launch->config.stream = stream;
    launch->config.attrs = launch->attributes;
}

static cudaLaunchAttribute *add_attribute(struct launch *launch,
                                          cudaLaunchAttributeID id)
{
    cudaLaunchAttribute *attribute =
        &launch->attributes[launch->config.numAttrs++];

    attribute->id = id;
    return attribute;
}

static void add_cluster(struct launch *launch, unsigned cluster)
{
    cudaLaunchAttribute *attribute =
        add_attribute(launch, cudaLaunchAttributeClusterDimension);

    attribute->val.clusterDim.x = cluster;
    attribute->val.clusterDim.y = 1;
    attribute->val.clusterDim.z = 1;
}

static void add_dependent(struct launch *launch)
{
    add_attribute(launch, cudaLaunchAttributeProgrammaticStreamSerialization)
        ->val.programmaticStreamSerializationAllowed = 1;
}

static cudaError_t allow_cluster(const void *kernel, unsigned cluster)
{
    return cluster <= 8
               ? cudaSuccess
               : cudaFuncSetAttribute(
                     kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
}

static cudaError_t launch_levels(const struct sweep_task *task,
                                 const struct sweep_shape *shape,
                                 const struct sweep_way *way, uint32_t first,
                                 cudaStream_t stream)
{
    cudaError_t status = cudaSuccess;

    for (uint32_t at = first; at < shape->level_count && status == cudaSuccess;
         at++) {
        uint64_t rows =
            shape->first_of_level[at + 1] - shape->first_of_level[at];
        uint64_t wanted =
            (rows * CCH_ROW_LANES + LEVEL_THREADS - 1) / LEVEL_THREADS;
        uint64_t most =
            (uint64_t)shape->grid.blocks * shape->grid.block / LEVEL_THREADS;
        void *arguments[] = {(void *)task, (void *)&at};
        struct launch launch;

        launch_init(&launch, (unsigned)(wanted < most ? wanted : most),
                    LEVEL_THREADS, stream);
        if (way->dependent && at > 0)
            add_dependent(&launch);
        status = cudaLaunchKernelExC(&launch.config, (const void *)level_kernel,
                                     arguments);
    }
    return status;
}

static cudaError_t launch_top(const struct sweep_task *task,
                              const struct sweep_shape *shape,
                              const struct sweep_way *way, cudaStream_t stream)
{
    void *arguments[] = {(void *)task, (void *)&shape->thin};
    const void *kernel = (const void *)cluster_kernel;
    cudaError_t status = allow_cluster(kernel, way->cluster);
    struct launch launch;

    launch_init(&launch, way->cluster, TOP_THREADS, stream);
    add_cluster(&launch, way->cluster);
    return status == cudaSuccess
               ? cudaLaunchKernelExC(&launch.config, kernel, arguments)
               : status;
}

/* As many blocks as fit at once, in whole clusters if there are any. */
static cudaError_t room(const void *kernel, const struct sweep_way *way,
                        struct launch *launch)
{
    int count = 0;
    struct occupancy occupancy = {};
    cudaError_t status;

    if (way->top == TOP_CLUSTER) {
        status =
            cudaOccupancyMaxActiveClusters(&count, kernel, &launch->config);
        launch->config.gridDim.x = (unsigned)count * way->cluster;
        return status;
    }
    status = kernel_occupancy(kernel, launch->config.blockDim.x, 0, &occupancy);
    launch->config.gridDim.x = occupancy.blocks;
    return status;
}

static const void *together(enum sweep_top top)
{
    return top == TOP_BLOCK     ? (const void *)together_kernel<TOP_BLOCK>
           : top == TOP_CLUSTER ? (const void *)together_kernel<TOP_CLUSTER>
           : top == TOP_BEFORE  ? (const void *)together_kernel<TOP_BEFORE>
                                : (const void *)together_kernel<TOP_GRID>;
}

static cudaError_t launch_together(const struct sweep_task *task,
                                   const struct sweep_shape *shape,
                                   const struct sweep_way *way,
                                   cudaStream_t stream)
{
    void *arguments[] = {(void *)task, (void *)&shape->thin,
                         (void *)&shape->level_count};
    const void *kernel = together(way->top);
    cudaError_t status = allow_cluster(kernel, way->cluster);
    struct launch launch;

    launch_init(&launch, way->cluster ? way->cluster : 1, shape->grid.block,
                stream);
    if (way->top == TOP_CLUSTER)
        add_cluster(&launch, way->cluster);
    if (status == cudaSuccess)
        status = room(kernel, way, &launch);
    add_attribute(&launch, cudaLaunchAttributeCooperative)->val.cooperative = 1;
    if (way->dependent)
        add_dependent(&launch);
    return status == cudaSuccess
               ? cudaLaunchKernelExC(&launch.config, kernel, arguments)
               : status;
}

cudaError_t launch_sweep_way(const struct sweep_task *task,
                             const struct sweep_shape *shape,
                             const struct sweep_way *way, cudaStream_t stream)
{
    cudaError_t status = cudaSuccess;

    if (way->top == TOP_BEFORE)
        status = launch_top(task, shape, way, stream);
    if (status != cudaSuccess)
        return status;
    return way->rest == REST_LAUNCHES
               ? launch_levels(task, shape, way, shape->thin, stream)
               : launch_together(task, shape, way, stream);
}
