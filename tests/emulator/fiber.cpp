/* fiber: creates stacks, and switches by ucontext elsewhere than on x86-64. */
#include "tests/emulator/fiber.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

namespace emulator
{

#ifdef EMULATOR_ADDRESS_SANITIZER
enum { STACK_BYTES = 256 << 10 };
#else
enum { STACK_BYTES = 64 << 10 };
#endif

enum {
    GUARD_BYTES = 4096,  /* a stack that overflows ends the process */
    STAGGER_BYTES = 192, /* otherwise the tops of all stacks share one cache
                            set */
    STAGGERS = 21,
};

#ifdef EMULATOR_ADDRESS_SANITIZER
context *context_left;
#endif

static char *new_stack()
{
    void *memory =
        mmap(nullptr, STACK_BYTES + GUARD_BYTES, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED || mprotect(memory, GUARD_BYTES, PROT_NONE)) {
        perror("emulator: a stack");
        abort();
    }
    return static_cast<char *>(memory) + GUARD_BYTES;
}

void context_create(context *ret_context, void (*entry)())
{
    char *bottom = new_stack();

    *ret_context = {};
    ret_context->bottom = bottom;
    ret_context->size = STACK_BYTES;
#ifdef __x86_64__
    static unsigned created;
    char *top = bottom + STACK_BYTES - STAGGER_BYTES * (created++ % STAGGERS);
    uintptr_t *frame = reinterpret_cast<uintptr_t *>(top) - 8;

    /* What change_stack() pops; as if entry were called, from nowhere. */
    *frame = reinterpret_cast<uintptr_t>(entry);
    ret_context->stack_pointer = frame;
#else
    getcontext(&ret_context->registers);
    ret_context->registers.uc_stack.ss_sp = bottom;
    ret_context->registers.uc_stack.ss_size = STACK_BYTES;
    makecontext(&ret_context->registers, entry, 0);
#endif
}

} // namespace emulator
