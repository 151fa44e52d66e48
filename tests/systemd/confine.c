/* confine: runs a program under a unit's filters, where no systemd runs.
 *
 * The system calls that the file lists, others fail with EPERM; and what
 * MemoryDenyWriteExecute=yes forbids (systemd.exec(5)): memory that is written
 * and run, or becomes runnable. */
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

static const char usage[] =
    "usage: confine CALLS PROGRAM [ARGUMENT...]\n\n"
    "CALLS lists system calls, one a line, as tests/systemd/syscalls prints\n"
    "them for a unit: PROGRAM may make these, and no memory runnable that it\n"
    "wrote.\n\n"
    "example: tests/systemd/syscalls relaxd.service >calls\n"
    "         confine calls relaxd --map ny.rlx\n";

static int fail(const char *words)
{
    fprintf(stderr, "confine: %s: %s\n", words, strerror(errno));
    return 1;
}

/* Names that this machine has no call for are left out. */
static int allow_listed(scmp_filter_ctx filter, FILE *calls)
{
    char name[64];

    while (fgets(name, sizeof(name), calls)) {
        int number;

        name[strcspn(name, "\n")] = '\0';
        number = seccomp_syscall_resolve_name(name);
        if (number >= 0 &&
            seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0) < 0)
            return -1;
    }
    return 0;
}

static int deny_runnable(scmp_filter_ctx filter)
{
    const unsigned refuse = SCMP_ACT_ERRNO(EPERM);
    const scmp_datum_t both = PROT_EXEC | PROT_WRITE;

    if (seccomp_rule_add(filter, refuse, SCMP_SYS(mmap), 1,
                         SCMP_A2(SCMP_CMP_MASKED_EQ, both, both)) < 0 ||
        seccomp_rule_add(filter, refuse, SCMP_SYS(mprotect), 1,
                         SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)) <
            0 ||
        seccomp_rule_add(filter, refuse, SCMP_SYS(pkey_mprotect), 1,
                         SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)) < 0)
        return -1;
    return seccomp_rule_add(filter, refuse, SCMP_SYS(shmat), 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, SHM_EXEC, SHM_EXEC));
}

static int load(scmp_filter_ctx filter)
{
    return filter ? seccomp_load(filter) : -1;
}

int main(int argc, char **argv)
{
    scmp_filter_ctx listed = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    scmp_filter_ctx memory = seccomp_init(SCMP_ACT_ALLOW);
    FILE *calls = argc > 2 ? fopen(argv[1], "r") : NULL;

    if (argc < 3) {
        fputs(usage, stderr);
        return 2;
    }
    if (!calls)
        return fail(argv[1]);
    if (allow_listed(listed, calls) || deny_runnable(memory))
        return fail("filter");
    fclose(calls);
    /* The other lets no more be loaded. */
    if (load(memory) || load(listed))
        return fail("seccomp");
    seccomp_release(memory);
    seccomp_release(listed);
    execvp(argv[2], argv + 2);
    return fail(argv[2]);
}
