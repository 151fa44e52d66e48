/* thrown: what a library in C++ throws, as codes and words. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_THROWN_HPP
#define RELAXD_GRAPH_IMPORT_OSM_FILE_THROWN_HPP

#include <exception>

extern "C" {
#include "core/base/error.h"
#include "core/graph/import/osm/file/libosmium.h"
}

/* On its way through the library's threads. */
struct failure {
    int code;
    struct error words;
};

/* For a catch of all: the code, with words. `feed` is what was being read,
 * NULL: something was written. */
int thrown_tell(const struct osm_feed *feed, struct error *error) noexcept;

/* What the library throws in its own threads, in destructors and where it says
 * noexcept ends the process. While this lives that is a line on stderr and exit
 * status 1 where memory was short, and abort() as ever for all else. */
class thrown_ends
{
    std::terminate_handler before;

  public:
    thrown_ends() noexcept;
    thrown_ends(const thrown_ends &) = delete;
    ~thrown_ends();
};

#endif
