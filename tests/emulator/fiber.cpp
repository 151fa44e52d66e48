/* fiber: stacks that one thread of the host changes between. */
#include "tests/emulator/fiber.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace emulator
{

#ifdef __SANITIZE_ADDRESS__
enum { STACK_BYTES = 256 << 10 };
#else
enum { STACK_BYTES = 64 << 10 };
#endif

enum {
    GUARD_BYTES = 4096,  /* a stack that overflows ends the process */
    STAGGER_BYTES = 192, /* else the tops of all stacks meet in one cache set */
    STAGGERS = 21,
};

static context *left; /* by the change that is under way */

static void change_begins(context *from, context *to)
{
    left = from;
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(&from->fake_stack, to->bottom, to->size);
#else
    static_cast<void>(to);
#endif
}

static void change_ended(void *fake_stack)
{
#ifdef __SANITIZE_ADDRESS__
    context *from = left;
    const void *bottom;
    size_t size;

    __sanitizer_finish_switch_fiber(fake_stack, &bottom, &size);
    from->bottom = bottom;
    from->size = size;
#else
    static_cast<void>(fake_stack);
#endif
}

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

#ifdef __x86_64__

extern "C" void emulator_change(void **from, void *to);

asm(".text\n"
    ".type emulator_change, @function\n"
    "emulator_change:\n"
    "    pushq %rbp\n"
    "    pushq %rbx\n"
    "    pushq %r12\n"
    "    pushq %r13\n"
    "    pushq %r14\n"
    "    pushq %r15\n"
    "    movq %rsp, (%rdi)\n"
    "    movq %rsi, %rsp\n"
    "    popq %r15\n"
    "    popq %r14\n"
    "    popq %r13\n"
    "    popq %r12\n"
    "    popq %rbx\n"
    "    popq %rbp\n"
    "    ret\n"
    ".size emulator_change, . - emulator_change\n");

void context_create(context *ret_context, void (*entry)())
{
    static unsigned created;
    char *bottom = new_stack();
    char *top = bottom + STACK_BYTES - STAGGER_BYTES * (created++ % STAGGERS);
    uintptr_t *frame = reinterpret_cast<uintptr_t *>(top) - 2;

    *frame = reinterpret_cast<uintptr_t>(entry); /* what `ret` takes */
    *ret_context = {frame - 6, bottom, STACK_BYTES, nullptr};
}

void context_change(context *from, context *to)
{
    change_begins(from, to);
    emulator_change(&from->stack_pointer, to->stack_pointer);
    change_ended(from->fake_stack);
}

#else

void context_create(context *ret_context, void (*entry)())
{
    char *bottom = new_stack();

    *ret_context = {};
    getcontext(&ret_context->registers);
    ret_context->registers.uc_stack.ss_sp = bottom;
    ret_context->registers.uc_stack.ss_size = STACK_BYTES;
    ret_context->bottom = bottom;
    ret_context->size = STACK_BYTES;
    makecontext(&ret_context->registers, entry, 0);
}

void context_change(context *from, context *to)
{
    change_begins(from, to);
    swapcontext(&from->registers, &to->registers);
    change_ended(from->fake_stack);
}

#endif

void context_entered(context *self)
{
    change_ended(self->fake_stack);
}

} // namespace emulator
