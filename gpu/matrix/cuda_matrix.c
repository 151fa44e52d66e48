/* cuda_matrix: matrix.h on a CUDA device. */
#include "gpu/matrix/matrix.h"

#include <math.h>
#include <stddef.h>

#include "gpu/cuda_error.h"
#include "gpu/matrix/matrix_kernels.h"

/* Memory on one device; finish accepts zero bytes. */
struct job {
    uint32_t size;
    cudaStream_t stream;
    float *a, *b, *product;         /* [size * size] */
    struct matrix_cell *candidates; /* [MATRIX_CANDIDATES_MAX] */
};

static size_t cell_count(const struct job *job)
{
    return (size_t)job->size * job->size;
}

static int job_init(struct job *job, const struct device *device, uint32_t size,
                    struct error *error)
{
    int r = cuda_check(cudaSetDevice(device->ordinal), "use device", error);

    *job = (struct job){.size = size};
    if (!r)
        r = cuda_check(cudaStreamCreate(&job->stream), "make a stream", error);
    if (!r)
        r = cuda_alloc(&job->a, cell_count(job), sizeof(*job->a),
                       "first factor", error);
    if (!r)
        r = cuda_alloc(&job->b, cell_count(job), sizeof(*job->b),
                       "second factor", error);
    if (!r)
        r = cuda_alloc(&job->product, cell_count(job), sizeof(*job->product),
                       "product", error);
    if (!r)
        r = cuda_alloc(&job->candidates, MATRIX_CANDIDATES_MAX,
                       sizeof(*job->candidates), "candidates", error);
    return r;
}

static void job_finish(struct job *job)
{
    cuda_ended(cudaFree(job->candidates));
    cuda_ended(cudaFree(job->product));
    cuda_ended(cudaFree(job->b));
    cuda_ended(cudaFree(job->a));
    if (job->stream)
        cuda_ended(cudaStreamDestroy(job->stream));
}

/* Copies, and waits for the copy. */
static int copy(const struct job *job, void *to, const void *from, size_t bytes,
                const char *what, struct error *error)
{
    int r = cuda_check(
        cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, job->stream), what,
        error);

    return r ? r : cuda_check(cudaStreamSynchronize(job->stream), what, error);
}

static int multiply(const struct job *job, const float *a, const float *b,
                    struct error *error)
{
    size_t bytes = cell_count(job) * sizeof(*a);
    int r = copy(job, job->a, a, bytes, "copy the first factor", error);

    if (!r)
        r = copy(job, job->b, b, bytes, "copy the second factor", error);
    if (!r)
        r = cuda_check(launch_matrix_multiply(job->a, job->b, job->product,
                                              job->size, job->stream),
                       "multiply", error);
    return r;
}

static int minimum(const struct job *job, struct matrix_cell *ret_cell,
                   struct error *error)
{
    int r = cuda_check(launch_matrix_minimum(job->product,
                                             (uint32_t)cell_count(job),
                                             job->candidates, job->stream),
                       "find the least cell", error);

    return r ? r
             : copy(job, ret_cell, job->candidates, sizeof(*ret_cell),
                    "fetch the least cell", error);
}

/* The report masks with the largest float, which a cell may hold; infinity is
 * above every cell. */
static int minima(const struct job *job, struct matrix_cell cells[static 2],
                  struct error *error)
{
    static const float mask = INFINITY;
    float *first;
    int r = minimum(job, &cells[0], error);

    /* All NaN: the caller refuses the product. */
    if (r || cells[0].index == UINT32_MAX) {
        cells[1] = cells[0];
        return r;
    }
    first = job->product + cells[0].index;
    r = copy(job, first, &mask, sizeof(mask), "mask the least cell", error);
    if (!r)
        r = minimum(job, &cells[1], error);
    if (!r)
        r = copy(job, first, &cells[0].value, sizeof(*first),
                 "restore the least cell", error);
    return r;
}

static struct matrix_minimum place(struct matrix_cell cell, uint32_t size)
{
    return (struct matrix_minimum){
        .value = cell.value,
        .row = cell.index / size,
        .column = cell.index % size,
    };
}

int cuda_matrix_product(const struct device *device, const float *a,
                        const float *b, uint32_t size, float *ret_product,
                        struct matrix_minimum ret_minima[static 2],
                        struct error *error)
{
    struct matrix_cell cells[2];
    struct job job = {0};
    int r = job_init(&job, device, size, error);

    if (!r)
        r = multiply(&job, a, b, error);
    if (!r)
        r = minima(&job, cells, error);
    if (!r)
        r = copy(&job, ret_product, job.product,
                 cell_count(&job) * sizeof(*ret_product), "fetch the product",
                 error);
    job_finish(&job);
    if (r) {
        error_prefix(error, "matrices on %s", device->name);
        return r;
    }
    ret_minima[0] = place(cells[0], size);
    ret_minima[1] = place(cells[1], size);
    return 0;
}
