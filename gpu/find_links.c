/* find_links: a query's predecessors, from its final labels. */
#include "gpu/find_links.h"

#include <errno.h>

#include "gpu/cuda_error.h"

static int mark_roots(struct workspace *workspace, const struct query *query,
                      struct error *error)
{
    uint32_t count;
    int r = 0;

    for (uint32_t i = 0; i < query->seed_count && !r; i += count) {
        r = workspace_upload_seeds(workspace, query, i, &count, error);
        if (!r)
            r = cuda_check(
                launch_links_roots(&workspace->arrays, workspace->seeds, count,
                                   workspace->links, workspace->stream),
                "mark roots", error);
    }
    return r;
}

static int count_missing(struct workspace *workspace, uint32_t *ret_missing,
                         struct error *error)
{
    struct host_word word = workspace_word(workspace);
    int r =
        cuda_check(launch_links_missing(&workspace->arrays, workspace->links,
                                        &word, workspace->stream),
                   "count links", error);

    return r ? r : workspace_wait_word(workspace, ret_missing, error);
}

static int link_level(struct workspace *workspace, uint32_t *ret_linked,
                      struct error *error)
{
    struct host_word word = workspace_word(workspace);
    int r = cuda_check(launch_links_level(&workspace->arrays, workspace->links,
                                          &word, workspace->stream),
                       "level links", error);

    return r ? r : workspace_wait_word(workspace, ret_linked, error);
}

/* Rounds until every labelled vertex has its link. */
static int link_plateaus(struct workspace *workspace, struct query *query,
                         struct error *error)
{
    uint32_t missing = 0;
    uint32_t linked;
    int r = count_missing(workspace, &missing, error);

    while (missing && !r) {
        if (cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return 0;
        }
        r = link_level(workspace, &linked, error);
        if (r)
            return r;
        if (linked == 0)
            return error_set(error, -EIO,
                             "predecessors: %u labels lead to no seed",
                             missing);
        missing -= linked;
    }
    return r;
}

int find_links(struct workspace *workspace, struct query *query,
               struct error *error)
{
    int r = cuda_check(launch_links_clear(&workspace->arrays, workspace->links,
                                          workspace->stream),
                       "clear links", error);

    if (!r)
        r = mark_roots(workspace, query, error);
    if (!r)
        r = cuda_check(launch_links_rising(&workspace->arrays, workspace->links,
                                           workspace->stream),
                       "rising links", error);
    return r ? r : link_plateaus(workspace, query, error);
}
