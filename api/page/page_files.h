/* page_files: the files of the page at "/", in the program itself.
 *
 * clients/web/build.mjs makes the table from its bundle; where the page was not
 * built in, page_absent.c stands behind this header with a page of a few words.
 */
#ifndef RELAXD_API_PAGE_PAGE_FILES_H
#define RELAXD_API_PAGE_PAGE_FILES_H

#include "api/http/bundled_file.h"

extern const struct bundled_file page_files[];
extern const size_t page_file_count;

#endif
