/* cch_gpu: a workspace for queries on a hierarchy. */
#include "gpu/cch/cch_gpu.h"

#include <errno.h>

#include "core/base/clock.h"
#include "gpu/cuda_error.h"

/* Words of labels and owners of walks, at most: a GiB. */
#define VECTOR_WORDS_MAX (1ull << 28)

enum { VECTORS = 2 };

/* Threads of a walk. */
enum {
    WARP = 32,
    TEAM_USUAL = 256,
    FEW_WALKS = 32, /* which have a multiprocessor each, or some */
    FEW_THREADS = 1 << 17,
    BLOCK_DEPTH = 600, /* of ways that a block goes as fast as a cluster */
    RESIDENT_THREADS = 1 << 18,
};

/* Fills an empty room. */
static int room_make(struct cch_room *room, size_t words, const char *what,
                     struct error *error)
{
    void *memory = NULL;
    int r = cuda_alloc(&memory, words, sizeof(uint32_t), what, error);

    if (!r)
        *room = (struct cch_room){memory, words};
    return r;
}

int cch_room_reserve(struct cch_room *room, size_t words, const char *what,
                     struct error *error)
{
    size_t twice = 2 * room->words;
    int r = -ENOMEM;

    if (words <= room->words)
        return 0;
    cuda_ended(cudaFree(room->memory));
    *room = (struct cch_room){0};
    if (words < twice)
        r = room_make(room, twice, what, error);
    return r == -ENOMEM ? room_make(room, words, what, error) : r;
}

int cch_vectors_reserve(struct cch_gpu *cch, uint32_t count,
                        struct cch_vectors *ret_vectors, struct error *error)
{
    uint32_t stride = cch->arrays->depth_count;
    size_t words = (size_t)count * stride;
    int r = cch_room_reserve(&cch->vectors, words * VECTORS + count,
                             "labels of walks", error);

    if (r)
        return r;
    *ret_vectors = (struct cch_vectors){
        .label = cch->vectors.memory,
        .owner = cch->vectors.memory + words,
        .length = cch->vectors.memory + words * VECTORS,
        .stride = stride,
    };
    return 0;
}

int cch_keyed_vectors_reserve(struct cch_gpu *cch, uint32_t count,
                              struct cch_vectors *ret_vectors,
                              struct error *error)
{
    size_t words = 2 * (size_t)count * cch->arrays->depth_count;
    int r = cch_vectors_reserve(cch, count, ret_vectors, error);

    if (!r)
        r = cch_room_reserve(&cch->keys, words, "sums of walks", error);
    if (!r)
        ret_vectors->key = (cch_key *)cch->keys.memory;
    return r;
}

struct cch_vectors cch_vectors_from(const struct cch_vectors *vectors,
                                    uint32_t first)
{
    size_t words = (size_t)first * vectors->stride;

    return (struct cch_vectors){
        .label = vectors->label + words,
        .owner = vectors->owner + words,
        .length = vectors->length + first,
        .stride = vectors->stride,
        .key = vectors->key ? vectors->key + words : NULL,
    };
}

uint32_t cch_walks_max(const struct cch_gpu *cch)
{
    uint64_t most = VECTOR_WORDS_MAX / VECTORS / (cch->arrays->depth_count + 1);

    if (most > cch->walks)
        most = cch->walks;
    return most < 2 ? 2 : (uint32_t)most;
}

unsigned cch_team(const struct cch_gpu *cch, uint32_t walk_count)
{
    bool deep =
        cch->arrays->depth_count > BLOCK_DEPTH && cch->team_max > CCH_BLOCK_MAX;
    unsigned team = WARP;

    if (cch->team)
        return cch->team;
    while (team < TEAM_USUAL &&
           (uint64_t)walk_count * team * 2 <= RESIDENT_THREADS)
        team *= 2;
    if (team < TEAM_USUAL || walk_count > (deep ? 2 * FEW_WALKS : FEW_WALKS))
        return team;
    team = CCH_BLOCK_MAX;
    while (deep && team < cch->team_max &&
           (uint64_t)walk_count * team * 2 <= FEW_THREADS)
        team *= 2;
    return team;
}

struct cch_phase cch_phase_begin(const char *method)
{
    return (struct cch_phase){
        .phase = {.method = method},
        .start_ns = clock_now_ns(),
    };
}

int cch_phase_end(struct cch_gpu *cch, struct cch_phase *phase,
                  struct error *error)
{
    struct phase_observer *observer = cch->search.observer;
    int r;

    if (!observer)
        return 0;
    r = workspace_sync(&cch->search.workspace, error);
    phase->phase.time_us = (double)(clock_now_ns() - phase->start_ns) / 1e3;
    phase->phase.index = cch->phase_count++;
    if (!r)
        observer->phase(observer, &phase->phase);
    return r;
}
