/* thrown: what a library in C++ throws, as codes and words. */
#include "core/graph/import/osm/file/thrown.hpp"

#include <errno.h>
#include <future>
#include <new>
#include <stdlib.h>
#include <string.h>
#include <system_error>
#include <unistd.h>

int thrown_tell(const struct osm_feed *feed, struct error *error) noexcept
{
    try {
        throw;
    } catch (const failure &reason) {
        return error_set(error, reason.code, "%s", reason.words.text);
    } catch (const std::bad_alloc &) {
        return error_no_memory(error);
    } catch (const std::future_error &) {
        /* A thread of the library left without its result: it had no memory to
         * hand that over, or to say so. */
        return error_no_memory(error);
    } catch (const std::system_error &reason) {
        int code = reason.code().value();

        return error_set(error, code > 0 ? -code : -EIO, "%s", reason.what());
    } catch (const std::exception &reason) {
        return feed ? osm_feed_failed(feed, reason.what(), error)
                    : error_set(error, -EINVAL, "%s", reason.what());
    } catch (...) {
        return error_set(error, -EIO, "libosmium failed without words");
    }
}

namespace
{

[[noreturn]] void end_for_want_of_memory() noexcept
{
    static const char words[] =
        ": out of memory for libosmium, which OpenStreetMap data is read and "
        "written with\n";
    const char *name = program_invocation_short_name;
    const bool said = write(STDERR_FILENO, name, strlen(name)) > 0 &&
                      write(STDERR_FILENO, words, sizeof(words) - 1) > 0;

    _exit(said ? 1 : 2);
}

[[noreturn]] void end() noexcept
{
    try {
        if (std::current_exception())
            throw;
    } catch (const std::bad_alloc &) {
        end_for_want_of_memory();
    } catch (...) {
    }
    abort();
}

} // namespace

thrown_ends::thrown_ends() noexcept : before(std::set_terminate(end))
{
}

thrown_ends::~thrown_ends()
{
    std::set_terminate(before);
}
