/* extract_cpu: how long ExtractMin takes on the CPU. */
#include "lab/paper/extract_cpu.h"

#include "clients/relaxctl/samples.h"
#include "core/base/clock.h"
#include "core/base/heap.h"

enum {
    LABELS_A_READING = 10000, /* so many between two looks at the clock */
    RUNS_LEAST = 3,
};

static const uint64_t scans_most_ns = 500000000;

/* noipa: a call cannot be left out or moved because nothing has changed. */
#define SCAN(LEVEL) __attribute__((noipa, optimize(LEVEL)))

typedef uint32_t (*scan_fn)(const uint32_t *label, uint32_t count);

SCAN("O0") static uint32_t scan_plain(const uint32_t *label, uint32_t count)
{
    uint32_t value = label[0];
    uint32_t least = 0;

    for (uint32_t i = 1; i < count; i++) {
        if (label[i] < value) {
            value = label[i];
            least = i;
        }
    }
    return least;
}

SCAN("O2") static uint32_t scan_o2(const uint32_t *label, uint32_t count)
{
    uint32_t value = label[0];
    uint32_t least = 0;

    for (uint32_t i = 1; i < count; i++) {
        if (label[i] < value) {
            value = label[i];
            least = i;
        }
    }
    return least;
}

static uint64_t key(const uint32_t *label, uint32_t index)
{
    return (uint64_t)label[index] << 32 | index;
}

/* So many scans between two readings that the clock's own time is nothing. */
static double time_reading(scan_fn scan, const uint32_t *label, uint32_t count,
                           uint32_t *ret_least)
{
    uint32_t scans = LABELS_A_READING / count + 1;
    uint64_t start_ns = clock_now_ns();

    for (uint32_t i = 0; i < scans; i++)
        *ret_least = scan(label, count);
    return (double)(clock_now_ns() - start_ns) / 1e3 / scans;
}

static int time_scan(scan_fn scan, const uint32_t *label, uint32_t count,
                     uint32_t runs, struct extract_cpu_time *ret_time,
                     struct error *error)
{
    struct samples us;
    uint64_t start_ns = clock_now_ns();
    uint32_t least = scan(label, count);

    if (samples_init(&us, runs > RUNS_LEAST ? runs : RUNS_LEAST))
        return error_no_memory(error);
    while (us.count < us.capacity &&
           (us.count < RUNS_LEAST || clock_now_ns() - start_ns < scans_most_ns))
        samples_add(&us, time_reading(scan, label, count, &least));
    samples_sort(&us);
    *ret_time = (struct extract_cpu_time){
        .us = samples_median(&us),
        .least = key(label, least),
    };
    samples_finish(&us);
    return 0;
}

static void fill_heap(struct heap *heap, const uint32_t *label, uint32_t count)
{
    heap_clear(heap);
    for (uint32_t i = 0; i < count; i++)
        heap_lower(heap, i, label[i]);
}

static void time_pops(struct heap *heap, const uint32_t *label, uint32_t count,
                      uint32_t runs, struct extract_cpu_time *ret_time)
{
    uint32_t pops = runs < count ? runs : count;
    uint32_t rounds = runs / pops;
    uint64_t taken_ns = 0;
    struct heap_entry first = {0};

    for (uint32_t i = 0; i < rounds; i++) {
        uint64_t start_ns;

        fill_heap(heap, label, count);
        start_ns = clock_now_ns();
        first = heap_pop(heap);
        for (uint32_t j = 1; j < pops; j++)
            heap_pop(heap);
        taken_ns += clock_now_ns() - start_ns;
    }
    *ret_time = (struct extract_cpu_time){
        .us = (double)taken_ns / 1e3 / ((double)rounds * pops),
        .least = (uint64_t)first.cost << 32 | first.vertex,
    };
}

static int time_heap(const uint32_t *label, uint32_t count, uint32_t runs,
                     struct extract_cpu_time *ret_time, struct error *error)
{
    struct heap heap;
    int r = heap_init_indexed(&heap, count);

    if (!r)
        time_pops(&heap, label, count, runs, ret_time);
    heap_finish(&heap);
    return r ? error_no_memory(error) : 0;
}

int extract_cpu_time(const uint32_t *label, uint32_t count, uint32_t runs,
                     struct extract_cpu_times *ret_times, struct error *error)
{
    struct extract_cpu_times times = {0};
    int r = time_scan(scan_plain, label, count, runs, &times.loop, error);

    if (!r)
        r = time_scan(scan_o2, label, count, runs, &times.loop_o2, error);
    if (!r)
        r = time_heap(label, count, runs, &times.heap, error);
    if (!r)
        *ret_times = times;
    return r;
}
