/* metrics_process: the version, and what the system says of the process, by the
 * names that all programs use. */
#include <dirent.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "api/metrics/exposition.h"
#include "api/metrics/metrics.h"

static void write_version(const char *version, struct json_writer *out)
{
    static const char name[] = "relaxd_build_info";
    struct metric_labels labels = {{{"version", version}}};

    exposition_gauge(out, name, "1; the version is in its label.");
    exposition_number(out, name, &labels, 1);
}

/* Of /proc/self/stat: what stands there after the name, which may have blanks
 * and brackets itself (proc(5)). */
struct process_stat {
    unsigned long long start_ticks; /* since the system started */
    unsigned long long virtual_bytes;
    unsigned long long resident_pages;
};

static bool read_stat(struct process_stat *ret_stat)
{
    FILE *file = fopen("/proc/self/stat", "re");
    char text[1024];
    size_t length;
    const char *after;

    if (!file)
        return false;
    length = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    text[length] = '\0';
    after = strrchr(text, ')');
    return after && sscanf(after,
                           ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u "
                           "%*u %*d %*d %*d %*d %*d %*d %llu %llu %llu",
                           &ret_stat->start_ticks, &ret_stat->virtual_bytes,
                           &ret_stat->resident_pages) == 3;
}

static uint64_t us_of(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000 + (uint64_t)time->tv_nsec / 1000;
}

/* The start of the process since the epoch: its ticks are counted by the clock
 * that goes on while the system sleeps. */
static uint64_t start_us(const struct process_stat *stat)
{
    struct timespec now;
    struct timespec running;

    clock_gettime(CLOCK_REALTIME, &now);
    clock_gettime(CLOCK_BOOTTIME, &running);
    return us_of(&now) - us_of(&running) +
           stat->start_ticks * 1000000 / (uint64_t)sysconf(_SC_CLK_TCK);
}

/* The same at each scrape, or it would look like another process. */
static void write_start(const struct process_stat *stat,
                        struct json_writer *out)
{
    static _Atomic uint64_t first_us;
    static const char name[] = "process_start_time_seconds";
    uint64_t none = 0;

    atomic_compare_exchange_strong(&first_us, &none, start_us(stat));
    exposition_gauge(out, name, "When it was started, since 1970.");
    exposition_seconds_of_us(out, name, NULL, atomic_load(&first_us));
}

static void write_memory(struct json_writer *out)
{
    struct process_stat stat;

    if (!read_stat(&stat))
        return;
    exposition_gauge_of(
        out, "process_resident_memory_bytes",
        "Memory in use, mapped files' pages that are in it, too.",
        stat.resident_pages * (uint64_t)sysconf(_SC_PAGESIZE));
    exposition_gauge_of(out, "process_virtual_memory_bytes",
                        "Addresses in use.", stat.virtual_bytes);
    write_start(&stat, out);
}

static void write_cpu(struct json_writer *out)
{
    static const char name[] = "process_cpu_seconds_total";
    struct timespec used;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    exposition_counter(out, name, "Time on processors, of all threads.");
    exposition_seconds_of_us(out, name, NULL, us_of(&used));
}

/* Linux before 6.2 says no size of the folder. The one that reads it is in it,
 * beside "." and "..". */
static uint64_t count_descriptors(void)
{
    static const char path[] = "/proc/self/fd";
    struct stat stat_of;
    uint64_t count = 0;
    DIR *folder;

    if (!stat(path, &stat_of) && stat_of.st_size > 0)
        return (uint64_t)stat_of.st_size;
    folder = opendir(path);
    if (!folder)
        return 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count > 3 ? count - 3 : 0;
}

static void write_descriptors(struct json_writer *out)
{
    uint64_t count = count_descriptors();
    struct rlimit limit;

    if (count)
        exposition_gauge_of(out, "process_open_fds",
                            "Descriptors that are open.", count);
    if (!getrlimit(RLIMIT_NOFILE, &limit))
        exposition_gauge_of(out, "process_max_fds",
                            "Descriptors that may be open.", limit.rlim_cur);
}

void metrics_write_process(const char *version, struct json_writer *out)
{
    write_version(version, out);
    write_memory(out);
    write_cpu(out);
    write_descriptors(out);
}
