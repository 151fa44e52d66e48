/* start_abort: words where a library ends relaxd while it starts. */
#include "daemon/start_abort.h"

#include <signal.h>
#include <unistd.h>

#include "daemon/last_words.h"

enum { EXIT_FAILED = 1 };

static const char words[] =
    "relaxd: a library that it needs gave up as relaxd started, which they do "
    "for want of memory or of descriptors (ulimit -n)\n";

static void explain(int number)
{
    last_words(words);
    _exit(EXIT_FAILED);
}

/* Before C++ makes its globals, which is before main(). */
__attribute__((constructor(101))) static void watch(void)
{
    struct sigaction action = {.sa_handler = explain};

    last_words_prepare();
    sigaction(SIGABRT, &action, NULL);
}

void start_abort_end(void)
{
    signal(SIGABRT, SIG_DFL);
}
