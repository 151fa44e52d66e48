/* near_far_slots: memory for queries side by side. */
#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/cuda_error.h"
#include "gpu/near_far/near_far_together.h"

static size_t stamp_stride(const struct workspace *workspace)
{
    size_t n = workspace->arrays.vertex_count;

    return n + (n + 31) / 32;
}

/* Label, two far lists, two near ones; stamps and bits. */
static size_t slot_words(const struct workspace *workspace)
{
    return 5 * (size_t)workspace->arrays.vertex_count +
           stamp_stride(workspace) +
           sizeof(struct near_far_control) / sizeof(uint32_t);
}

static void free_slots(struct near_far_together *together)
{
    struct near_far_slots *slots = &together->slots;

    cuda_ended(cudaFree(slots->search.cost));
    cuda_ended(cudaFree(slots->far[0]));
    cuda_ended(cudaFree(slots->far[1]));
    cuda_ended(cudaFree(slots->list[0]));
    cuda_ended(cudaFree(slots->list[1]));
    cuda_ended(cudaFree(slots->stamp));
    cuda_ended(cudaFree(slots->control));
    free(together->controls);
    together->controls = NULL;
    together->room = 0;
    *slots = (struct near_far_slots){0};
}

void near_far_together_finish(struct near_far *near_far)
{
    const struct workspace *workspace = &near_far->search.workspace;

    if (!workspace->device)
        return;
    workspace_enter(workspace, NULL);
    free_slots(&near_far->together);
}

static int alloc_words(uint32_t **ret_words, size_t count, struct error *error)
{
    void *memory = NULL;
    int r = cuda_alloc(&memory, count, sizeof(uint32_t), "queries side by side",
                       error);

    *ret_words = memory;
    return r;
}

static int alloc_slots(struct near_far_together *together,
                       const struct workspace *workspace, uint32_t count,
                       struct error *error)
{
    struct near_far_slots *slots = &together->slots;
    uint32_t **rows[] = {&slots->search.cost, &slots->far[0], &slots->far[1],
                         &slots->list[0], &slots->list[1]};
    size_t n = workspace->arrays.vertex_count;
    void *control = NULL;
    int r = 0;

    slots->stamp_stride = (uint32_t)stamp_stride(workspace);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && !r; i++)
        r = alloc_words(rows[i], count * n, error);
    if (!r)
        r = alloc_words(&slots->stamp, count * (size_t)slots->stamp_stride,
                        error);
    if (!r)
        r = cuda_alloc(&control, count, sizeof(*slots->control),
                       "queries side by side", error);
    slots->control = control;
    together->controls = array_alloc(count, sizeof(*together->controls));
    if (!r && !together->controls)
        r = error_no_memory(error);
    together->room = count;
    return r;
}

int near_far_take_slots(struct near_far *near_far, struct error *error)
{
    struct near_far_together *together = &near_far->together;
    const struct workspace *workspace = &near_far->search.workspace;
    uint64_t count =
        together->bytes / (slot_words(workspace) * sizeof(uint32_t));
    struct occupancy room = {0};
    int r = cuda_check(near_far_batch_occupancy(together->block, &room),
                       "room for queries", error);

    together->tried = true;
    if (count > room.blocks)
        count = room.blocks;
    for (; count >= together->from && !r; count /= 2) {
        r = alloc_slots(together, workspace, (uint32_t)count, error);
        if (!r)
            return 0;
        free_slots(together);
        if (r == -ENOMEM)
            r = 0;
    }
    return r;
}
