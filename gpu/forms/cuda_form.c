/* cuda_form: uploads, a metric's weights and what all forms do with them. */
#include "gpu/forms/cuda_form.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/cuda_error.h"
#include "gpu/kernels.h"

/* ---- Uploads ---- */

/* A copy from pageable memory may return before the device has all of it. */
static cudaError_t copy_down(void *memory, const uint32_t *words, size_t size)
{
    cudaError_t status =
        cudaMemcpy(memory, words, size, cudaMemcpyHostToDevice);

    return status == cudaSuccess ? cudaStreamSynchronize(0) : status;
}

int copy_words(uint32_t *memory, const uint32_t *words, size_t count,
               const char *what, struct error *error)
{
    return cuda_check(copy_down(memory, words, count * sizeof(*words)), what,
                      error);
}

int upload_words(uint32_t **ret_words, const uint32_t *words, size_t count,
                 const char *what, struct error *error)
{
    uint32_t *memory = NULL;
    int r = cuda_alloc(&memory, count, sizeof(*words), what, error);

    if (r)
        return r;
    r = copy_words(memory, words, count, what, error);
    if (r) {
        cuda_ended(cudaFree(memory));
        return r;
    }
    *ret_words = memory;
    return 0;
}

/* ---- Updating the weights of a metric ---- */

/* A change costs the host a load that misses its caches, 8 bytes over the bus
 * and some scattered stores; in a whole copy an arc costs 4 bytes. */
enum { ARCS_PER_CHANGE = 16 };

bool cuda_change_is_whole(const struct weights *weights,
                          const struct weight_changes *changes)
{
    return changes->count > weights->arc_count / ARCS_PER_CHANGE + 1;
}

/* From here on they count as the metric's weights. */
static int begin(struct cuda_metric *metric, const struct weights *weights,
                 struct error *error)
{
    const struct device *device = metric->base.prepared->device;

    metric->base.epoch = weights->epoch;
    metric->weights = *weights;
    return cuda_check(cudaSetDevice(device->ordinal), device->name, error);
}

static int replace(struct cuda_metric *metric, const struct weights *weights,
                   struct error *error)
{
    int r = begin(metric, weights, error);

    return r ? r
             : copy_words(metric->weight, weights->weight, weights->arc_count,
                          "upload weights", error);
}

int cuda_metric_stream(struct cuda_metric *metric, struct error *error)
{
    return metric->stream
               ? 0
               : cuda_check(cudaStreamCreateWithFlags(&metric->stream,
                                                      cudaStreamNonBlocking),
                            "stream of a metric", error);
}

static void list_changes(const struct weights *weights, const uint32_t *arc,
                         size_t count, struct changed_weight *ret_changed)
{
    for (size_t i = 0; i < count; i++)
        ret_changed[i] =
            (struct changed_weight){arc[i], weights->weight[arc[i]]};
}

/* Many changes, a buffer at a time. A buffer is free when the launch returns.
 */
static cudaError_t scatter(const struct cuda_metric *metric,
                           const struct weight_places *places,
                           const struct weight_changes *changes,
                           struct changed_weight *buffer, size_t room)
{
    cudaError_t status = cudaSuccess;
    size_t count;

    for (size_t i = 0; i < changes->count && status == cudaSuccess;
         i += count) {
        count = changes->count - i < room ? changes->count - i : room;
        list_changes(&metric->weights, changes->arc + i, count, buffer);
        status = launch_change_weights(places, buffer, (uint32_t)count,
                                       metric->changed, metric->stream);
    }
    return status;
}

/* Queues the changed weights to all places; places->weight is metric->weight.
 */
static int queue_changes(struct cuda_metric *metric,
                         const struct weight_places *places,
                         const struct weights *weights,
                         const struct weight_changes *changes,
                         struct error *error)
{
    size_t room = changes->count < CUDA_CHANGES_AT_ONCE ? changes->count
                                                        : CUDA_CHANGES_AT_ONCE;
    struct changed_weight *buffer = array_alloc(room, sizeof(*buffer));
    int r = buffer ? begin(metric, weights, error) : error_no_memory(error);

    if (!r)
        r = cuda_metric_stream(metric, error);
    if (!r && room > CHANGES_FEW && !metric->changed)
        r = cuda_alloc(&metric->changed, CUDA_CHANGES_AT_ONCE,
                       sizeof(*metric->changed), "changed weights", error);
    if (!r)
        r = cuda_check(scatter(metric, places, changes, buffer, room),
                       "change weights", error);
    free(buffer);
    return r;
}

/* ---- Maps and metrics ---- */

static int use_device(const struct device *device, struct error *error)
{
    return cuda_check(cudaSetDevice(device->ordinal), device->name, error);
}

static int check_code(const struct device *device, struct error *error)
{
    cudaError_t status = probe_kernels();

    if (status != cudaErrorNoKernelImageForDevice &&
        status != cudaErrorInvalidDeviceFunction)
        return cuda_check(status, device->name, error);
    cudaGetLastError();
    return error_set(error, -ENODEV,
                     "%s: this program has no code for %s; build it with "
                     "another gpu_arch",
                     device->name, device->description);
}

static int upload_arcs(struct cuda_csr *csr, const struct topology *topology,
                       struct error *error)
{
    int r = upload_words(&csr->first_out, topology->first_out,
                         (size_t)topology->vertex_count + 1, "upload first_out",
                         error);

    return r ? r
             : upload_words(&csr->head, topology->head, topology->arc_count,
                            "upload head", error);
}

static int csr_init(struct cuda_csr *csr, const void *choice,
                    struct error *error)
{
    const struct device *device = csr->base.device;
    int r = use_device(device, error);

    if (!r)
        r = check_code(device, error);
    if (!r)
        r = upload_arcs(csr, &csr->base.map->topology, error);
    return r || !csr->form->upload ? r : csr->form->upload(csr, choice, error);
}

void cuda_form_prepared_destroy(struct prepared *prepared)
{
    struct cuda_csr *csr = (struct cuda_csr *)prepared;

    if (!csr)
        return;
    use_device(prepared->device, NULL);
    cuda_ended(cudaFree(csr->first_out));
    cuda_ended(cudaFree(csr->head));
    if (csr->form->finish)
        csr->form->finish(csr);
    free(csr);
}

int cuda_form_prepare(const struct cuda_form *form, const struct device *device,
                      const struct map *map, const void *choice,
                      struct prepared **ret_prepared, struct error *error)
{
    struct cuda_csr *csr;
    int r = cuda_csr_check(&map->topology, error);

    if (!r && form->check)
        r = form->check(map, error);
    if (r)
        return r;
    csr = calloc(1, form->prepared_size);
    if (!csr)
        return error_no_memory(error);
    csr->base = (struct prepared){form->ops, device, map};
    csr->form = form;
    r = csr_init(csr, choice, error);
    if (r) {
        cuda_form_prepared_destroy(&csr->base);
        return r;
    }
    *ret_prepared = &csr->base;
    return 0;
}

static const struct cuda_form *form_of(const struct metric *metric)
{
    return ((const struct cuda_csr *)metric->prepared)->form;
}

static int metric_fill(struct cuda_metric *metric, struct error *error)
{
    const struct cuda_form *form = form_of(&metric->base);

    return form->fill ? form->fill(metric, error) : 0;
}

static uint64_t filled_bytes(const struct cuda_metric *metric)
{
    const struct cuda_form *form = form_of(&metric->base);

    return form->filled_bytes ? form->filled_bytes(metric) : 0;
}

static int alloc_filled(struct cuda_metric *metric, struct error *error)
{
    const struct cuda_form *form = form_of(&metric->base);
    int r = form->filled_bytes
                ? cuda_alloc(&metric->filled, filled_bytes(metric), 1,
                             "weights of a form", error)
                : 0;

    return r || !form->alloc ? r : form->alloc(metric, error);
}

static int metric_init(struct cuda_metric *metric, struct error *error)
{
    const struct weights *weights = &metric->weights;
    int r = use_device(metric->base.prepared->device, error);

    if (!r)
        r = upload_words(&metric->weight, weights->weight, weights->arc_count,
                         "upload weights", error);
    if (!r)
        r = alloc_filled(metric, error);
    return r ? r : metric_fill(metric, error);
}

void cuda_form_metric_destroy(struct metric *base)
{
    struct cuda_metric *metric = (struct cuda_metric *)base;

    if (!metric)
        return;
    use_device(base->prepared->device, NULL);
    cuda_ended(cudaFree(metric->weight));
    cuda_ended(cudaFree(metric->filled));
    cuda_ended(cudaFree(metric->changed));
    if (metric->stream)
        cuda_ended(cudaStreamDestroy(metric->stream));
    if (form_of(base)->metric_finish)
        form_of(base)->metric_finish(metric);
    free(metric);
}

int cuda_form_customize(struct prepared *prepared,
                        const struct weights *weights,
                        struct metric **ret_metric, struct error *error)
{
    const struct cuda_csr *csr = (const struct cuda_csr *)prepared;
    struct cuda_metric *metric = calloc(1, csr->form->metric_size);
    int r;

    if (!metric)
        return error_no_memory(error);
    metric->base = (struct metric){prepared, weights->epoch};
    metric->weights = *weights;
    r = metric_init(metric, error);
    if (r) {
        cuda_form_metric_destroy(&metric->base);
        return r;
    }
    *ret_metric = &metric->base;
    return 0;
}

/* Also after a failure: queued work still uses the metric. */
static int finish_changes(struct cuda_metric *metric, int r,
                          struct error *error)
{
    cudaError_t ended =
        metric->stream ? cudaStreamSynchronize(metric->stream) : cudaSuccess;

    if (!r)
        return cuda_check(ended, "recustomize", error);
    cuda_ended(ended);
    return r;
}

static int change_some(struct cuda_metric *metric,
                       const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    const struct cuda_form *form = form_of(&metric->base);
    struct weight_places places = {.weight = metric->weight};
    int r;

    if (form->place)
        form->place(metric, &places);
    r = queue_changes(metric, &places, weights, changes, error);
    if (!r && form->follow)
        r = form->follow(metric, changes, error);
    return finish_changes(metric, r, error);
}

int cuda_form_recustomize(struct metric *base, const struct weights *weights,
                          const struct weight_changes *changes,
                          struct error *error)
{
    struct cuda_metric *metric = (struct cuda_metric *)base;
    int r;

    if (!cuda_change_is_whole(weights, changes))
        return change_some(metric, weights, changes, error);
    r = replace(metric, weights, error);
    return r ? r : metric_fill(metric, error);
}

/* Between two metrics of one map; neither may change meanwhile. */
static int copy_metric(const struct cuda_metric *from, struct cuda_metric *to,
                       struct error *error)
{
    const struct cuda_form *form = form_of(&from->base);
    size_t bytes = from->weights.arc_count * sizeof(*to->weight);
    cudaError_t status = cudaMemcpyAsync(to->weight, from->weight, bytes,
                                         cudaMemcpyDeviceToDevice, to->stream);

    if (status == cudaSuccess && to->filled)
        status = cudaMemcpyAsync(to->filled, from->filled, filled_bytes(from),
                                 cudaMemcpyDeviceToDevice, to->stream);
    if (status == cudaSuccess && form->copy)
        status = form->copy(from, to);
    return finish_changes(to, cuda_check(status, "copy a metric", error),
                          error);
}

static int clone_init(const struct cuda_metric *from, struct cuda_metric *to,
                      struct error *error)
{
    int r = use_device(from->base.prepared->device, error);

    if (!r)
        r = cuda_alloc(&to->weight, from->weights.arc_count,
                       sizeof(*to->weight), "weights of a clone", error);
    if (!r)
        r = cuda_metric_stream(to, error);
    if (!r)
        r = alloc_filled(to, error);
    return r ? r : copy_metric(from, to, error);
}

int cuda_form_clone(const struct metric *base, struct metric **ret_metric,
                    struct error *error)
{
    const struct cuda_metric *from = (const struct cuda_metric *)base;
    struct cuda_metric *metric = calloc(1, form_of(base)->metric_size);
    int r;

    if (!metric)
        return error_no_memory(error);
    metric->base = *base;
    metric->weights = from->weights;
    r = clone_init(from, metric, error);
    if (r) {
        cuda_form_metric_destroy(&metric->base);
        return r;
    }
    *ret_metric = &metric->base;
    return 0;
}

int cuda_form_catch_up(struct metric *metric, const struct metric *from,
                       const struct weight_changes *changes,
                       struct error *error)
{
    struct cuda_metric *to = (struct cuda_metric *)metric;
    int r = use_device(from->prepared->device, error);

    (void)changes;
    if (!r)
        r = cuda_metric_stream(to, error);
    return r ? r : copy_metric((const struct cuda_metric *)from, to, error);
}

uint64_t cuda_form_prepared_bytes(const struct prepared *prepared)
{
    const struct cuda_csr *csr = (const struct cuda_csr *)prepared;
    const struct topology *topology = &prepared->map->topology;
    uint64_t words = (uint64_t)topology->vertex_count + 1 + topology->arc_count;

    return sizeof(uint32_t) * words +
           (csr->form->bytes ? csr->form->bytes(csr) : 0);
}

uint64_t cuda_form_metric_bytes(const struct metric *base)
{
    const struct cuda_metric *metric = (const struct cuda_metric *)base;
    const struct cuda_form *form = form_of(base);

    return sizeof(uint32_t) *
               (uint64_t)base->prepared->map->topology.arc_count +
           filled_bytes(metric) +
           (form->metric_bytes ? form->metric_bytes(metric) : 0);
}
