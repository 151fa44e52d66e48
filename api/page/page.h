/* page: the page at "/", which shows the maps and asks them questions, and the
 * documents at "/docs".
 *
 * Its files are embedded in the program; requests read nothing from disk. Loop
 * thread. */
#ifndef RELAXD_API_PAGE_PAGE_H
#define RELAXD_API_PAGE_PAGE_H

#include "api/http/bundled_file.h"
#include "api/http/endpoint.h"

/* Owns "/", "/favicon.ico", all below "/docs", the paths of its files, and
 * those that files of other builds may have. */
extern const struct dialect dialect_page;

/* ---- Files --------------------------------------------------------------- */

/* clients/web/build.mjs makes the table from its bundle. In a build without the
 * page, page_absent.c implements this header with a page of a few words. */

extern const struct bundled_file page_files[];
extern const size_t page_file_count;

#endif
