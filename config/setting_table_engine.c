/* setting_table_engine: the settings of [engine]: who solves, and how much at
 * once. */
#include "config/setting_rows.h"

static const struct setting rows[] = {
    {
        .section = "engine",
        .key = "solver",
        .option = "solver",
        .fallback = "auto",
        .allowed = "auto or a name that 'relaxctl solvers' lists",
        .help = "The solver of requests that name none.",
        WORDS(solver, setting_parse_name),
        LIVE,
    },
    {
        .section = "engine",
        .key = "device",
        .option = "device",
        .fallback = "auto",
        .allowed = "auto, cpu, cuda or cuda:N",
        .help = "What to solve on; auto uses every GPU there is, cuda fails "
                "to start without one.",
        WORDS(device, setting_parse_device),
    },
    {
        .section = "engine",
        .key = "cpu-workers",
        .fallback = "0",
        .unit = "threads",
        .help = "Threads of the CPU's solvers; 0 is one per core.",
        NUMBER(cpu_workers, 0, 1024),
    },
    {
        .section = "engine",
        .key = "compute-threads",
        .fallback = "0",
        .unit = "threads",
        .help = "Threads that draw tiles, tell turns and do else what is "
                "neither solving nor quick; 0 is one per core.",
        NUMBER(compute_threads, 0, 1024),
    },
    {
        .section = "engine",
        .key = "queue-length",
        .fallback = "1024",
        .unit = "requests",
        .help = "Requests that may wait for each kind of device, and for a "
                "thread of compute-threads; further ones are answered 503.",
        NUMBER(queue_length, 1, 1000000),
    },
    {
        .section = "engine",
        .key = "batch-max",
        .fallback = "65536",
        .unit = "queries",
        .help = "Queries that are solved together at most; more than 1024 only "
                "of costs of pairs, on a GPU that takes 20 ms or less.",
        NUMBER(batch_max, 1, 65536),
    },
    {
        .section = "engine",
        .key = "masks-kept",
        .fallback = "8",
        .unit = "combinations",
        .help = "Combinations of excluded classes that are kept for each map "
                "and profile, the ones asked for last; each takes 4 bytes an "
                "arc and the weights of the forms that it was asked on.",
        NUMBER(masks_kept, 0, 1024),
        LIVE,
    },
};

const struct setting_group setting_group_engine = SETTING_GROUP(rows);
