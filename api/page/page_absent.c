/* page_absent: the answer at "/" in a build without the page. */
#include "api/page/page.h"

static const unsigned char words[] =
    "<!doctype html><html lang=en><meta charset=utf-8>"
    "<meta name=viewport content=\"width=device-width\">"
    "<title>relaxd</title>"
    "<p>This is relaxd, without its map to click on: npm was not there when it "
    "was built. To have it: install nodejs and npm, <code>npm ci</code> in "
    "<code>clients/web</code>, <code>meson configure -Dweb=enabled</code> in "
    "the build folder, and build again. <code>./quickstart</code> does all of "
    "that."
    "<p><a href=\"/v1/status\">What is served</a>\n";

const struct bundled_file page_files[] = {
    {
        .path = "/",
        .type = "text/html; charset=utf-8",
        .etag = "\"absent\"",
        .plain = {.at = words, .length = sizeof(words) - 1},
    },
};

const size_t page_file_count = sizeof(page_files) / sizeof(page_files[0]);
