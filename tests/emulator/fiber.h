/* fiber: stacks that one thread of the host changes between.
 *
 * On x86-64 a change is a dozen instructions; elsewhere ucontext's, which asks
 * the kernel. AddressSanitizer is told of every change. */
#ifndef RELAXD_TESTS_EMULATOR_FIBER_H
#define RELAXD_TESTS_EMULATOR_FIBER_H

#include <stddef.h>

#ifndef __x86_64__
#include <ucontext.h>
#endif

namespace emulator
{

/* Where a stack was left. One of zero bytes stands for the thread's own. */
struct context {
#ifdef __x86_64__
    void *stack_pointer;
#else
    ucontext_t registers;
#endif
    const void *bottom; /* of the stack */
    size_t size;
    void *fake_stack; /* AddressSanitizer's */
};

/* A new stack, never given back, that begins in `entry`, which begins with
 * context_entered() and never returns. */
void context_create(context *ret_context, void (*entry)());
void context_entered(context *self);

/* Returns once somebody changes back to `from`. */
void context_change(context *from, context *to);

} // namespace emulator

#endif
