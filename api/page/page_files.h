/* page_files: the files of the page at "/", in the program itself.
 *
 * clients/web/build.mjs makes the table from its bundle; where the page was not
 * built in, page_absent.c stands behind this header with a page of a few words.
 * Bytes live as long as the program. */
#ifndef RELAXD_API_PAGE_PAGE_FILES_H
#define RELAXD_API_PAGE_PAGE_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct page_bytes {
    const unsigned char *at;
    size_t length;
};

struct page_file {
    const char *path; /* of the URL: "/", "/favicon.ico", "/assets/..." */
    const char *type; /* of the Content-Type header */
    const char *etag; /* with its quotes; another for other bytes */
    bool immutable;   /* the path has a hash of the bytes in it */
    struct page_bytes plain;
    struct page_bytes packed; /* the same by gzip; length 0 where that does not
                                 make it shorter */
};

extern const struct page_file page_files[];
extern const size_t page_file_count;

#endif
