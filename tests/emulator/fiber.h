/* fiber: stacks between which a host thread switches.
 *
 * On x86-64 a switch is a few instructions, inline because the processor does
 * not predict a return on another stack than its call; elsewhere it is
 * ucontext's, with a system call. AddressSanitizer is notified of every switch.
 */
#ifndef RELAXD_TESTS_EMULATOR_FIBER_H
#define RELAXD_TESTS_EMULATOR_FIBER_H

#include <stddef.h>

#ifndef __x86_64__
#include <ucontext.h>
#endif

#ifdef EMULATOR_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif

namespace emulator
{

enum { CACHE_LINE = 64, STACK_TOP_LINES = 6 };

/* Where a stack was left. All zero: the thread's own stack. */
struct context {
#ifdef __x86_64__
    void *stack_pointer;
#else
    ucontext_t registers;
#endif
    const void *bottom; /* of the stack */
    size_t size;
    void *fake_stack; /* of AddressSanitizer */
};

/* A new stack, never freed, that starts in `entry`, which begins with
 * context_entered() and never returns. */
void context_create(context *ret_context, void (*entry)());

#ifdef EMULATOR_ADDRESS_SANITIZER

extern context *context_left; /* by the current switch */

inline void change_begins(context *from, context *to)
{
    context_left = from;
    __sanitizer_start_switch_fiber(&from->fake_stack, to->bottom, to->size);
}

inline void context_entered(context *self)
{
    context *from = context_left;

    __sanitizer_finish_switch_fiber(self->fake_stack, &from->bottom,
                                    &from->size);
}

#else

inline void change_begins(context *, context *)
{
}

inline void context_entered(context *)
{
}

#endif

/* Loads what a switch to it, and the functions that wait in it, read first. */
inline void context_prefetch(const context *context)
{
#ifdef __x86_64__
    const char *top = static_cast<const char *>(context->stack_pointer);

    for (int i = 0; i < STACK_TOP_LINES; i++)
        __builtin_prefetch(top + i * CACHE_LINE);
#else
    __builtin_prefetch(context);
#endif
}

/* Saves the stack, its base pointer and where to continue. Functions compiled
 * with a red zone must not inline it. */
inline __attribute__((always_inline)) void change_stack(context *from,
                                                        context *to)
{
#ifdef __x86_64__
    void **left = &from->stack_pointer;
    void *taken = to->stack_pointer;

    asm volatile("pushq %%rbp\n"
                 "leaq 1f(%%rip), %%rdx\n"
                 "pushq %%rdx\n"
                 "movq %%rsp, (%0)\n"
                 "movq %1, %%rsp\n"
                 "popq %%rdx\n"
                 "jmpq *%%rdx\n"
                 "1:\n"
                 "popq %%rbp\n"
                 : "+D"(left), "+S"(taken)
                 :
                 : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12",
                   "r13", "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
                   "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                   "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
#else
    swapcontext(&from->registers, &to->registers);
#endif
}

/* Returns once another fiber switches back to `from`. */
inline __attribute__((always_inline)) void context_change(context *from,
                                                          context *to)
{
    change_begins(from, to);
    change_stack(from, to);
    context_entered(from);
}

} // namespace emulator

#endif
