/* page: the page at "/", which shows the maps and asks their questions.
 *
 * Its files are in the program; nothing is read when they are asked for. Loop
 * thread. */
#ifndef RELAXD_API_PAGE_PAGE_H
#define RELAXD_API_PAGE_PAGE_H

#include "api/http/bundled_file.h"
#include "api/http/endpoint.h"

/* "/", "/favicon.ico", which browsers ask for beside any answer, and all below
 * "/assets/", whether there is such a file or not. */
extern const struct dialect dialect_page;

/* ---- Files --------------------------------------------------------------- */

/* clients/web/build.mjs makes the table from its bundle; where the page was not
 * built in, page_absent.c stands behind this header with a page of a few words.
 */

extern const struct bundled_file page_files[];
extern const size_t page_file_count;

#endif
