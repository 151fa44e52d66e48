/* fault: turns a signal inside a kernel into an error of the device. */
#include "tests/emulator/fault.h"

#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/emulator/kernel.h"
#include "tests/emulator/scheduler.h"

namespace emulator
{

enum { HANDLER_STACK_BYTES = 64 << 10, FIRST_PAGE = 4096 };

static sigjmp_buf before_kernel;
static struct sigaction usual;

static bool is_ours(const siginfo_t *info)
{
#ifdef EMULATOR_ADDRESS_SANITIZER
    return (uintptr_t)info->si_addr < FIRST_PAGE;
#else
    static_cast<void>(info);
    return true;
#endif
}

static void on_fault(int, siginfo_t *info, void *)
{
    char words[256];
    int length;

    if (!is_ours(info)) {
        sigaction(SIGSEGV, &usual, nullptr);
        return;
    }
    length = snprintf(words, sizeof(words),
                      "emulator: kernel %s, block (%u, %u, %u), thread (%u, "
                      "%u, %u): illegal address %p\n",
                      kernel_name(), blockIdx.x, blockIdx.y, blockIdx.z,
                      threadIdx.x, threadIdx.y, threadIdx.z, info->si_addr);
    if (write(STDERR_FILENO, words, (size_t)length) < 0)
        abort();
    siglongjmp(before_kernel, 1);
}

/* The fault may be an overflow of a fiber's stack. */
static stack_t handler_stack()
{
    static char memory[HANDLER_STACK_BYTES];
    stack_t stack = {};

    stack.ss_sp = memory;
    stack.ss_size = sizeof(memory);
    return stack;
}

bool run_guarded(const std::function<void()> &kernel)
{
    struct sigaction action = {};
    stack_t stack = handler_stack();
    stack_t usual_stack;
    volatile bool whole = false;

    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaltstack(&stack, &usual_stack);
    sigaction(SIGSEGV, &action, &usual);
    if (sigsetjmp(before_kernel, 1) == 0) {
        kernel();
        whole = true;
    }
    sigaction(SIGSEGV, &usual, nullptr);
    sigaltstack(&usual_stack, nullptr);
    return whole;
}

} // namespace emulator
