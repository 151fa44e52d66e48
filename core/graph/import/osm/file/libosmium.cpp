/* libosmium: exceptions as codes, then reading, then writing. */
extern "C" {
#include "core/graph/import/osm/file/libosmium.h"

#include "core/base/parallel.h"
}

#include <errno.h>
#include <exception>
#include <future>
#include <new>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <osmium/builder/osm_object_builder.hpp>
#include <osmium/io/o5m_input.hpp>
#include <osmium/io/opl_input.hpp>
#include <osmium/io/opl_output.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/pbf_output.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/io/xml_output.hpp>
#include <osmium/osm.hpp>

using namespace osmium;
using memory::Buffer;

namespace
{

/* ---- The library's exceptions, as codes and words ------------------------ */

/* Passes an error through the library's threads. */
struct failure {
    int code;
    struct error words;
};

/* For a catch-all: returns the code and sets the error. `feed` is the input;
 * NULL: while writing. */
int thrown_report(const struct osm_feed *feed, struct error *error) noexcept
{
    try {
        throw;
    } catch (const failure &reason) {
        return error_set(error, reason.code, "%s", reason.words.text);
    } catch (const std::bad_alloc &) {
        return error_no_memory(error);
    } catch (const std::future_error &) {
        /* A thread of the library ended without a result: it lacked the memory
         * to pass on its result or its error. */
        return error_no_memory(error);
    } catch (const std::system_error &reason) {
        int code = reason.code().value();

        return error_set(error, code > 0 ? -code : -EIO, "%s", reason.what());
    } catch (const std::exception &reason) {
        return feed ? osm_feed_failed(feed, reason.what(), error)
                    : error_set(error, -EINVAL, "%s", reason.what());
    } catch (...) {
        return error_set(error, -EIO, "libosmium failed without a message");
    }
}

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

/* An exception in the library's own threads, in destructors or in noexcept
 * functions ends the process. While this object lives, that prints a line to
 * stderr and exits with status 1 if memory was short, and calls abort() as
 * usual otherwise. */
class thrown_ends
{
    std::terminate_handler before;

  public:
    thrown_ends() noexcept;
    thrown_ends(const thrown_ends &) = delete;
    ~thrown_ends();
};

thrown_ends::thrown_ends() noexcept : before(std::set_terminate(end))
{
}

thrown_ends::~thrown_ends()
{
    std::set_terminate(before);
}

/* ---- Reading ------------------------------------------------------------- */

/* A feed, disguised as a file with its own compression. */
struct feed_reader final : public io::Decompressor {
    struct osm_feed *feed;

    explicit feed_reader(struct osm_feed *of) : feed(of)
    {
    }

    std::string read() override
    {
        std::string bytes(256 * 1024, '\0');
        size_t got = 0;
        failure reason;

        reason.code =
            osm_feed_read(feed, &bytes[0], bytes.size(), &got, &reason.words);
        if (reason.code)
            throw reason;
        bytes.resize(got);
        set_offset(osm_feed_done(feed));
        return bytes;
    }

    void close() override
    {
    }
};

[[noreturn]] void refuse()
{
    throw io_error{"only feeds are read so"};
}

/* The library passes a pointer to compressed bytes in memory to the
 * decompressor; here it points to a feed. Nothing else uses gzip here. */
[[maybe_unused]] const bool registered =
    io::CompressionFactory::instance().register_compression(
        io::file_compression::gzip,
        [](int, io::fsync) -> io::Compressor * { refuse(); },
        [](int) -> io::Decompressor * { refuse(); },
        [](const char *feed, std::size_t) -> io::Decompressor * {
            return new feed_reader{
                reinterpret_cast<struct osm_feed *>(const_cast<char *>(feed))};
        });

io::File file_of(struct osm_feed *feed)
{
    return io::File{reinterpret_cast<const char *>(feed), 1,
                    osm_format_name(osm_feed_format(feed))}
        .set_compression(io::file_compression::gzip);
}

osm_entity_bits::type kinds_of(const struct osm_reading *reading)
{
    auto kinds = osm_entity_bits::nothing;

    if (osm_reading_wants(reading, OSM_NODE))
        kinds |= osm_entity_bits::node;
    if (osm_reading_wants(reading, OSM_WAY))
        kinds |= osm_entity_bits::way;
    if (osm_reading_wants(reading, OSM_RELATION))
        kinds |= osm_entity_bits::relation;
    return kinds;
}

/* Receives the library's objects and converts them, with reusable buffers. One
 * object may have several lists of a kind, if its file mixes them. */
struct target {
    struct osm_reading *reading;
    struct error *error;
    std::string tags;
    std::vector<int64_t> refs;
    std::vector<struct osm_member> members;
};

void take_refs(target &to, const Way &way, struct osm_object &object)
{
    to.refs.clear();
    for (const auto &list : way.subitems<WayNodeList>()) {
        for (const auto &ref : list)
            to.refs.push_back(ref.ref());
    }
    object.refs = to.refs.data();
    object.ref_count = to.refs.size();
}

void take_members(target &to, const Relation &relation,
                  struct osm_object &object)
{
    to.members.clear();
    for (const auto &list : relation.subitems<RelationMemberList>()) {
        for (const auto &member : list) {
            auto kind = item_type_to_nwr_index(member.type());
            uint8_t role;

            if (osm_reading_role(member.role(), &role))
                to.members.push_back(
                    {member.ref(), static_cast<uint8_t>(kind), role});
        }
    }
    object.members = to.members.data();
    object.member_count = to.members.size();
}

void take_tags(target &to, const OSMObject &object)
{
    to.tags.clear();
    for (const auto &list : object.subitems<TagList>())
        to.tags.append(
            reinterpret_cast<const char *>(list.data() + sizeof(list)),
            list.byte_size() - sizeof(list));
}

int take_object(target &to, const OSMObject &read)
{
    struct osm_object object = {};
    int r;

    take_tags(to, read);
    object.kind =
        static_cast<enum osm_kind>(item_type_to_nwr_index(read.type()));
    object.id = read.id();
    object.stamp.version = read.version();
    object.deleted = read.deleted();
    if (object.kind == OSM_NODE) {
        const auto at = static_cast<const Node &>(read).location();

        object.position = {at.x(), at.y()};
    }
    r = osm_reading_object(to.reading, &object, to.tags.data(), to.tags.size(),
                           to.error);
    if (r != READING_WANTED)
        return r;
    if (object.kind == OSM_WAY)
        take_refs(to, static_cast<const Way &>(read), object);
    else
        take_members(to, static_cast<const Relation &>(read), object);
    return osm_reading_wanted(to.reading, &object, to.error);
}

int read_all(struct osm_feed *feed, struct osm_reading *reading,
             struct error *error)
{
    const thrown_ends ends;
    thread::Pool pool{static_cast<int>(parallel_core_count())};
    io::Reader reader{file_of(feed), kinds_of(reading), pool};
    target to{reading, error, {}, {}, {}};

    osm_reading_generator(reading, reader.header().get("generator").c_str());
    while (const auto buffer = reader.read()) {
        for (const auto &object : buffer.select<OSMObject>()) {
            int r = take_object(to, object);

            if (r)
                return r;
        }
        osm_reading_progress(reading, reader.offset());
    }
    reader.close();
    return 0;
}

/* ---- Writing ------------------------------------------------------------- */

enum { BUFFER_SIZE = 1024 * 1024, BUFFER_FULL = BUFFER_SIZE / 2 };

Buffer new_buffer()
{
    return Buffer{BUFFER_SIZE, Buffer::auto_grow::yes};
}

void add_tags(builder::Builder &parent, const struct osm_object &object)
{
    builder::TagListBuilder builder{parent};

    for (size_t i = 0; i < object.tag_count; i++)
        builder.add_tag(object.tags[i].key, object.tags[i].value);
}

void add_node(Buffer &buffer, const struct osm_object &object)
{
    builder::NodeBuilder builder{buffer};

    builder.set_id(object.id);
    builder.set_location(
        Location{object.position.lon_e7, object.position.lat_e7});
    add_tags(builder, object);
}

void add_way(Buffer &buffer, const struct osm_object &object)
{
    builder::WayBuilder builder{buffer};

    builder.set_id(object.id);
    add_tags(builder, object);
    builder::WayNodeListBuilder refs{builder};
    for (size_t i = 0; i < object.ref_count; i++)
        refs.add_node_ref(object.refs[i]);
}

void add_relation(Buffer &buffer, const struct osm_object &object)
{
    builder::RelationBuilder builder{buffer};

    builder.set_id(object.id);
    add_tags(builder, object);
    builder::RelationMemberListBuilder members{builder};
    for (size_t i = 0; i < object.member_count; i++)
        members.add_member(nwr_index_to_item_type(object.members[i].kind),
                           object.members[i].id,
                           osm_role_name(object.members[i].role));
}

void add_object(Buffer &buffer, const struct osm_object &object)
{
    auto *add = object.kind == OSM_NODE  ? add_node
                : object.kind == OSM_WAY ? add_way
                                         : add_relation;

    add(buffer, object);
    buffer.commit();
}

} // namespace

struct libosmium_writer {
    thrown_ends ends;
    thread::Pool pool;
    Buffer buffer;
    io::Writer writer;

    libosmium_writer(const io::File &file, const io::Header &header)
        : pool(static_cast<int>(parallel_core_count())), buffer(new_buffer()),
          writer(file, header, pool, io::overwrite::allow, io::fsync::no)
    {
    }
};

extern "C" {

int libosmium_read(struct osm_feed *feed, struct osm_reading *reading,
                   struct error *error)
try {
    return read_all(feed, reading, error);
} catch (...) {
    return thrown_report(feed, error);
}

int libosmium_writer_open(const char *path, enum osm_format format,
                          const char *generator,
                          struct libosmium_writer **ret_writer,
                          struct error *error)
try {
    io::File file{path, osm_format_name(format)};
    io::Header header;

    file.set("add_metadata", "false");
    header.set("generator", generator);
    *ret_writer = new libosmium_writer{file, header};
    return 0;
} catch (...) {
    return thrown_report(nullptr, error);
}

int libosmium_write(struct libosmium_writer *writer,
                    const struct osm_object *object, struct error *error)
try {
    add_object(writer->buffer, *object);
    if (writer->buffer.committed() > BUFFER_FULL) {
        writer->writer(std::move(writer->buffer));
        writer->buffer = new_buffer();
    }
    return 0;
} catch (...) {
    return thrown_report(nullptr, error);
}

int libosmium_writer_close(struct libosmium_writer *writer, struct error *error)
try {
    writer->writer(std::move(writer->buffer));
    writer->writer.close();
    return 0;
} catch (...) {
    return thrown_report(nullptr, error);
}

void libosmium_writer_destroy(struct libosmium_writer *writer)
{
    delete writer;
}
}
