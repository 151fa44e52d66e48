/* osm_bytes: reads OpenStreetMap data from bytes, by a file of them. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_OSM_BYTES_H
#define RELAXD_TESTS_UNIT_GRAPH_OSM_BYTES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/graph/import/osm/file/osm_file.h"

/* As osm_files_read(); `format`: the file name's ending. */
static inline int osm_bytes_read(const char *bytes, size_t size,
                                 const char *format,
                                 const struct osm_filter *filter,
                                 struct osm_data *ret_data, struct error *error)
{
    char path[64];
    const char *const paths[] = {path};
    int fd;
    int r;

    snprintf(path, sizeof(path), "/tmp/osm-XXXXXX.%s", format);
    fd = mkstemps(path, (int)strlen(format) + 1);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
        abort();
    close(fd);
    r = osm_files_read(paths, 1, filter, NULL, ret_data, error);
    unlink(path);
    return r;
}

#endif
