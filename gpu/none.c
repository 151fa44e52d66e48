/* none: implements gpu.h where CUDA is not built in: no device, and the same
 * forms and solvers by name, each of which refuses and says why. */
#include <errno.h>

#include "gpu/dijkstra_gpu/extract_times.h"
#include "gpu/gpu.h"
#include "gpu/matrix/matrix.h"
#include "gpu/solvers/solvers.h"

static int refuse(struct error *error)
{
    return error_set(error, -ENOTSUP,
                     "this program was built without CUDA; build it where nvcc "
                     "is found, or use a CPU solver");
}

size_t gpu_devices(struct device *ret_devices, struct error *reason)
{
    error_set(reason, 0, "built without CUDA");
    return 0;
}

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    return refuse(error);
}

static void prepared_destroy(struct prepared *prepared)
{
}

static int customize(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error)
{
    return refuse(error);
}

static void metric_destroy(struct metric *metric)
{
}

#define NO_FORM(NAME, TEXT)                                                    \
    const struct form_ops NAME##_form = {                                      \
        .name = TEXT,                                                          \
        .device_kind = DEVICE_CUDA,                                            \
        .prepare = prepare,                                                    \
        .prepared_destroy = prepared_destroy,                                  \
        .customize = customize,                                                \
        .metric_destroy = metric_destroy,                                      \
    };

CUDA_FORMS(NO_FORM)

/* Never run; the tables refer to them. */
struct search_method {
    char nothing;
};

#define NO_METHOD(NAME) const struct search_method NAME##_method;

CUDA_SOLVERS(NO_METHOD)

int search_create(const struct solver_ops *ops,
                  const struct search_method *method, struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error)
{
    return refuse(error);
}

void search_destroy(struct solver *solver)
{
}

int search_solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error)
{
    return refuse(error);
}

int cch_gpu_solve(struct solver *solver, const struct metric *metric,
                  struct batch *batch, struct error *error)
{
    return refuse(error);
}

int cuda_matrix_product(const struct device *device, const float *a,
                        const float *b, uint32_t size, float *ret_product,
                        struct matrix_minimum ret_minima[static 2],
                        struct error *error)
{
    return refuse(error);
}

int gpu_time_extract_min(const struct device *device, const uint32_t *label,
                         uint32_t count, uint32_t runs, const unsigned *blocks,
                         size_t block_count, struct extract_time *ret_times,
                         struct error *error)
{
    return refuse(error);
}
