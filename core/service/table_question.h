/* table_question: costs from every source to every target. */
#ifndef RELAXD_SERVICE_TABLE_QUESTION_H
#define RELAXD_SERVICE_TABLE_QUESTION_H

#include "core/service/service.h"

struct table_question {
    struct question base;
    const uint64_t *sources; /* [source_count] ids, the asker's */
    size_t source_count;     /* at least 1 */
    const uint64_t *targets; /* [target_count] ids, the asker's */
    size_t target_count;     /* at least 1 */
    uint32_t *costs; /* [source_count * target_count], row by row, once answered
                        OK; COST_INFINITY, COST_OVERFLOW */
    struct table_work *work; /* the service's own */
};

/* As service_ask_path(). */
enum outcome service_ask_table(struct service *service,
                               struct table_question *question);
void table_question_finish(struct table_question *question);

#endif
