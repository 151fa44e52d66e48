/* streams: queues, and when operations run.
 *
 * Without a seed at once, in program order. With one (chance.h) the device is
 * late: an operation stays in its stream's queue until a thread waits for it or
 * polls it, or it runs by chance, so that a host that reads too early or reuses
 * memory too soon is detected.
 *
 * Blocking streams and the default one share a queue: a stricter order than
 * CUDA's, but one that CUDA allows. */
#include <string.h>
#include <time.h>

#include <deque>
#include <utility>
#include <vector>

#include "tests/emulator/chance.h"
#include "tests/emulator/fault.h"
#include "tests/emulator/kernel.h"
#include "tests/emulator/runtime.h"
#include "tests/emulator/scheduler.h"

struct CUstream_st {
    std::deque<std::function<void()>> queue;
    CUstream_st *blocking; /* the stream whose queue is used instead, or NULL */
    int device;
};

struct emulated_event {
    CUstream_st *stream; /* the stream where it is recorded, or NULL */
    struct timespec time;
};

namespace emulator
{

static CUstream_st default_stream;
static std::vector<CUstream_st *> streams;

static bool is_default(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy ||
           stream == cudaStreamPerThread;
}

static CUstream_st *queue_of(cudaStream_t stream)
{
    if (is_default(stream))
        return &default_stream;
    return stream->blocking ? stream->blocking : stream;
}

static void run_one(CUstream_st *stream)
{
    std::function<void()> operation = std::move(stream->queue.front());

    stream->queue.pop_front();
    if (fault() == cudaSuccess)
        operation();
}

static void drain(CUstream_st *stream)
{
    while (!stream->queue.empty())
        run_one(stream);
}

void drain_all()
{
    drain(&default_stream);
    for (CUstream_st *stream : streams)
        drain(stream);
}

/* Lets some stream make progress. */
static void stir()
{
    size_t pick = chance_below((uint32_t)(2 * streams.size() + 2));

    if (pick > streams.size())
        return;
    CUstream_st *stream =
        pick == streams.size() ? &default_stream : streams[pick];
    for (uint32_t n = chance_below(3); n && !stream->queue.empty(); n--)
        run_one(stream);
}

cudaError_t enqueue(cudaStream_t stream, std::function<void()> operation)
{
    CUstream_st *queue = queue_of(stream);

    if (fault() != cudaSuccess)
        return note(fault());
    queue->queue.push_back(std::move(operation));
    if (chance())
        stir();
    else
        drain(queue);
    return fault() == cudaSuccess ? cudaSuccess : note(fault());
}

static void run_or_fault(const grid &grid)
{
    if (!run_guarded([&grid] { run(grid); }))
        set_fault(cudaErrorIllegalAddress);
}

void launch(grid grid)
{
    lock lock(device_mutex());
    size_t threads = (size_t)grid.threads.x * grid.threads.y * grid.threads.z;

    if (!grid.blocks.x || !grid.blocks.y || !grid.blocks.z || !threads ||
        threads > BLOCK_MAX || grid.threads.z > 64 ||
        grid.blocks.x > 0x7fffffff || grid.blocks.y > 65535 ||
        grid.blocks.z > 65535 || grid.shared_bytes > SHARED_BYTES_OPTIN) {
        note(cudaErrorInvalidConfiguration);
        return;
    }
    if (!is_default(grid.stream) && grid.stream->device != current_device()) {
        note(cudaErrorInvalidResourceHandle);
        return;
    }
    enqueue(grid.stream, [grid] { run_or_fault(grid); });
}

static cudaError_t wait_for(CUstream_st *stream)
{
    drain(stream);
    return fault() == cudaSuccess ? cudaSuccess : note(fault());
}

} // namespace emulator

using namespace emulator;

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *ret_stream, unsigned flags)
{
    lock lock(device_mutex());

    if (fault() != cudaSuccess)
        return note(fault());
    *ret_stream = new CUstream_st{
        {},
        flags & cudaStreamNonBlocking ? nullptr : &default_stream,
        current_device()};
    streams.push_back(*ret_stream);
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *ret_stream)
{
    return cudaStreamCreateWithFlags(ret_stream, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    lock lock(device_mutex());

    for (size_t i = 0; i < streams.size(); i++) {
        if (streams[i] != stream)
            continue;
        drain(stream);
        streams.erase(streams.begin() + (ptrdiff_t)i);
        delete stream;
        return cudaSuccess;
    }
    return note(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    lock lock(device_mutex());

    return wait_for(queue_of(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    lock lock(device_mutex());
    CUstream_st *queue = queue_of(stream);

    if (!queue->queue.empty())
        run_one(queue);
    if (fault() != cudaSuccess)
        return note(fault());
    return queue->queue.empty() ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaDeviceSynchronize(void)
{
    lock lock(device_mutex());

    drain_all();
    return fault() == cudaSuccess ? cudaSuccess : note(fault());
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *ret_event, unsigned)
{
    *ret_event = new emulated_event{};
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *ret_event)
{
    return cudaEventCreateWithFlags(ret_event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    lock lock(device_mutex());

    if (event->stream)
        drain(event->stream);
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    lock lock(device_mutex());

    if (fault() != cudaSuccess)
        return note(fault());
    event->stream = queue_of(stream);
    return enqueue(stream, [event] {
        clock_gettime(CLOCK_MONOTONIC, &event->time);
        event->stream = nullptr;
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    lock lock(device_mutex());

    while (event->stream && fault() == cudaSuccess)
        run_one(event->stream);
    return fault() == cudaSuccess ? cudaSuccess : note(fault());
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    lock lock(device_mutex());

    if (event->stream && fault() == cudaSuccess)
        run_one(event->stream);
    if (fault() != cudaSuccess)
        return note(fault());
    return event->stream ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned)
{
    lock lock(device_mutex());

    return enqueue(stream, [event] { cudaEventSynchronize(event); });
}

cudaError_t cudaEventElapsedTime(float *ret_ms, cudaEvent_t start,
                                 cudaEvent_t end)
{
    lock lock(device_mutex());

    if (start->stream || end->stream)
        return note(cudaErrorNotReady);
    *ret_ms = (float)(end->time.tv_sec - start->time.tv_sec) * 1e3f +
              (float)(end->time.tv_nsec - start->time.tv_nsec) / 1e6f;
    return cudaSuccess;
}
