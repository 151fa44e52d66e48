/* page_absent: the answers at "/" and "/docs" in a build without the page. */
#include "api/page/page.h"

#define HEAD                                                                   \
    "<!doctype html><html lang=en><meta charset=utf-8>"                        \
    "<meta name=viewport content=\"width=device-width\">"                      \
    "<title>relaxd</title>"

#define MEND                                                                   \
    "npm was not there when it was built. To have it: install nodejs and "     \
    "npm, <code>npm ci</code> in <code>clients/web</code>, <code>meson "       \
    "configure -Dweb=enabled</code> in the build folder, and build again. "    \
    "<code>./quickstart</code> does all of that."

static const unsigned char page[] =
    HEAD "<p>This is relaxd, without its map to click on: " MEND
         "<p><a href=\"/v1/status\">What is served</a>\n";

static const unsigned char docs[] =
    HEAD "<p>This relaxd was built without its documents: " MEND
         "<p>They are also in the folder <code>docs</code> of its sources, and "
         "of Debian's package in <code>/usr/share/doc/relaxd</code>. "
         "<a href=\"/openapi.yaml\">The API's description</a> is here.\n";

const struct bundled_file page_files[] = {
    {
        .path = "/",
        .type = "text/html; charset=utf-8",
        .etag = "\"absent\"",
        .plain = {.at = page, .length = sizeof(page) - 1},
    },
    {
        .path = "/docs",
        .type = "text/html; charset=utf-8",
        .etag = "\"absent-docs\"",
        .plain = {.at = docs, .length = sizeof(docs) - 1},
    },
};

const size_t page_file_count = sizeof(page_files) / sizeof(page_files[0]);
