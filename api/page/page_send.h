/* page_send: a file that the program has in it, as an answer.
 *
 * By gzip to who takes that; 304 to who has it already. Loop thread. */
#ifndef RELAXD_API_PAGE_PAGE_SEND_H
#define RELAXD_API_PAGE_PAGE_SEND_H

#include "api/page/page_files.h"

struct exchange;

void page_send(struct exchange *exchange, const struct page_file *file);

#endif
