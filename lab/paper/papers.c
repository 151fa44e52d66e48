/* papers: which papers there are. */
#include <string.h>

#include "lab/paper/list.h"
#include "lab/paper/paper.h"

const struct paper *const papers[] = {
    &paper_suzuki,
    &paper_safari,
    &paper_sudhanan,
    &paper_cuda_parallel,
};
const size_t paper_count = sizeof(papers) / sizeof(papers[0]);

const struct paper *paper_find(const char *name)
{
    for (size_t i = 0; i < paper_count; i++) {
        if (!strcmp(papers[i]->name, name))
            return papers[i];
    }
    return NULL;
}

const struct figure *paper_find_figure(const struct paper *paper,
                                       const char *id)
{
    for (size_t i = 0; i < paper->figure_count; i++) {
        if (!strcmp(paper->figures[i]->id, id))
            return paper->figures[i];
    }
    return NULL;
}
