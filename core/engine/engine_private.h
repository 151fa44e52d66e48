/* engine_private: what an engine is made of, for the files that make it. */
#ifndef RELAXD_ENGINE_ENGINE_PRIVATE_H
#define RELAXD_ENGINE_ENGINE_PRIVATE_H

#include "core/engine/crew.h"
#include "core/engine/engine.h"
#include "core/engine/roster.h"
#include "core/engine/tuning.h"

struct engine {
    struct registry_watch watch; /* first: engine.c's retired() */
    struct registry *registry;
    struct roster roster;
    struct crew *crews; /* [crew_count], the CPU's first */
    size_t crew_count;
    struct tuning tuning;
    bool watching; /* the registry */
    bool stopped;
};

#endif
