/* replay: runs a fuzz target over the files of folders, without a fuzzer.
 *
 * usage: fuzz_NAME FOLDER... Part of every build, so that bugs that a fuzzer
 * found stay fixed. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

static int replay_file(int fd)
{
    struct stat status;
    uint8_t *bytes;
    ssize_t got;

    if (fstat(fd, &status))
        return -1;
    if (!S_ISREG(status.st_mode))
        return 0;
    /* Exactly as large as the input, so that a sanitizer detects an overrun. */
    bytes = malloc(status.st_size ? (size_t)status.st_size : 1);
    got = bytes ? read(fd, bytes, (size_t)status.st_size) : -1;
    if (got == status.st_size)
        LLVMFuzzerTestOneInput(bytes, (size_t)got);
    free(bytes);
    return got == status.st_size ? 1 : -1;
}

/* Returns the number of files; -1: the folder or a file cannot be read. */
static int replay_folder(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    int count = 0;

    if (!folder)
        return -1;
    while (count >= 0 && (entry = readdir(folder))) {
        int fd = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC);
        int r = fd < 0 ? -1 : replay_file(fd);

        if (fd >= 0)
            close(fd);
        count = r < 0 ? r : count + r;
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int count = replay_folder(argv[i]);

        if (count <= 0) {
            fprintf(stderr, "%s: no inputs that can be read\n", argv[i]);
            return EXIT_FAILURE;
        }
        printf("%s: %d inputs\n", argv[i], count);
    }
    return EXIT_SUCCESS;
}
