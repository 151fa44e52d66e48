/* none: stands behind gpu.h where CUDA is not built in. */
#include <errno.h>

#include "gpu/cch/cch_gpu_solve.h"
#include "gpu/dijkstra_gpu/extract_times.h"
#include "gpu/forms/forms.h"
#include "gpu/gpu.h"
#include "gpu/matrix/matrix.h"
#include "gpu/methods.h"
#include "gpu/search.h"

static int refuse(struct error *error)
{
    return error_set(error, -ENOTSUP,
                     "this program was built without CUDA; build it where nvcc "
                     "is found, or use a CPU solver");
}

size_t gpu_devices(struct device *ret_devices, struct error *reason)
{
    (void)ret_devices;
    error_set(reason, 0, "built without CUDA");
    return 0;
}

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    (void)device;
    (void)map;
    (void)ret_prepared;
    return refuse(error);
}

static void prepared_destroy(struct prepared *prepared)
{
    (void)prepared;
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    (void)prepared;
    (void)weights;
    (void)ret_metric;
    return refuse(error);
}

static void metric_destroy(struct metric *metric)
{
    (void)metric;
}

const struct form_ops cuda_csr_form = {
    .name = "cuda-csr",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .metric_destroy = metric_destroy,
};

const struct form_ops cuda_cch_form = {
    .name = "cuda-cch",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .metric_destroy = metric_destroy,
};

const struct form_ops cuda_csr_in_form = {
    .name = "cuda-csr-in",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .metric_destroy = metric_destroy,
};

const struct form_ops cuda_cells_form = {
    .name = "cuda-cells",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .metric_destroy = metric_destroy,
};

const struct form_ops cuda_ell_form = {
    .name = "cuda-ell",
    .device_kind = DEVICE_CUDA,
    .prepare = prepare,
    .prepared_destroy = prepared_destroy,
    .customize = customize,
    .metric_destroy = metric_destroy,
};

int search_create(const struct solver_ops *ops,
                  const struct search_method *method, struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error)
{
    (void)ops;
    (void)method;
    (void)prepared;
    (void)settings;
    (void)setting_count;
    (void)ret_solver;
    return refuse(error);
}

void search_destroy(struct solver *solver)
{
    (void)solver;
}

int search_solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error)
{
    (void)solver;
    (void)metric;
    (void)batch;
    return refuse(error);
}

int cch_gpu_solve(struct solver *solver, const struct metric *metric,
                  struct batch *batch, struct error *error)
{
    (void)solver;
    (void)metric;
    (void)batch;
    return refuse(error);
}

/* Never run; the tables name them. */
struct search_method {
    char nothing;
};

const struct search_method cch_gpu_method;
const struct search_method harish_method;
const struct search_method selection_method;
const struct search_method adaptive_method;
const struct search_method bellman_ford_method;
const struct search_method bellman_ford_queue_method;
const struct search_method dijkstra_gpu_method;
const struct search_method locality_method;
const struct search_method near_far_method;
const struct search_method spmv_csr_method;
const struct search_method spmv_ell_method;
const struct search_method delta_stepping_method;

int cuda_matrix_product(const struct device *device, const float *a,
                        const float *b, uint32_t size, float *ret_product,
                        struct matrix_minimum ret_minima[static 2],
                        struct error *error)
{
    (void)device;
    (void)a;
    (void)b;
    (void)size;
    (void)ret_product;
    (void)ret_minima;
    return refuse(error);
}

int gpu_time_extract_min(const struct device *device, const uint32_t *label,
                         uint32_t count, uint32_t runs, const unsigned *blocks,
                         size_t block_count, struct extract_time *ret_times,
                         struct error *error)
{
    (void)device;
    (void)label;
    (void)count;
    (void)runs;
    (void)blocks;
    (void)block_count;
    (void)ret_times;
    return refuse(error);
}
