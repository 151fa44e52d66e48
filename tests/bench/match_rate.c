/* match_rate: rows of weights a second that are matched with a map, in CPU time
 * of all threads.
 *
 * usage: match_rate [-n ROWS] [-w] MAP.rlx
 *     -n ROWS  at most so many; default 10000000
 *     -w       only writes a CSV with a row for each open segment
 *
 * Rows name open segments, by their nodes or their way, or turns, each once, in
 * the order of the map, of their first ids and shuffled; and shuffled in calls
 * of 1,000 and of one. Exit status 1 where a row does not match its item. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "core/weighting/row_value.h"
#include "core/weighting/weight_csv.h"
#include "core/weighting/weight_match.h"

/* Rows, and the items that each must match. */
struct rows {
    const struct map *map;
    enum weight_kind kind;
    struct weight_row *row;
    uint32_t *item;
    size_t count;
    size_t capacity;
};

static bool item_is_open(const struct roads *roads, uint32_t item)
{
    return edge_is_open(roads,
                        2 * roads_segment_piece(roads, item / 2) + item % 2);
}

/* `which`: the key of several. */
static void make_rows(struct rows *rows, uint32_t which)
{
    const struct map *map = rows->map;
    uint32_t items = rows->kind == WEIGHT_TURNS ? map->topology.arc_count
                                                : 2 * map->roads.segment_count;

    rows->count = 0;
    for (uint32_t i = 0; i < items && rows->count < rows->capacity; i++) {
        struct weight_key key[ITEM_KEYS_MAX];

        if (rows->kind == WEIGHT_SEGMENTS && !item_is_open(&map->roads, i))
            continue;
        if (weight_item_keys(map, rows->kind, i, key) <= which)
            continue;
        rows->row[rows->count] = (struct weight_row){
            .key = key[which], .value = 30, .rate = ROW_AS_VALUE};
        rows->item[rows->count++] = i;
    }
}

static int sort_rows(struct rows *rows)
{
    struct weight_row *row = array_alloc(rows->capacity, sizeof(*row));
    uint32_t *item = array_alloc(rows->capacity, sizeof(*item));
    int64_t *id = array_alloc(rows->count, sizeof(*id));
    uint32_t *order;

    if (!row || !item || !id)
        return -1;
    for (size_t i = 0; i < rows->count; i++)
        id[i] = rows->row[i].key.id[0];
    if (key_order(id, (uint32_t)rows->count, KEY_SIGNED, &order))
        return -1;
    for (size_t i = 0; i < rows->count; i++) {
        row[i] = rows->row[order[i]];
        item[i] = rows->item[order[i]];
    }
    free(rows->row);
    free(rows->item);
    free(id);
    free(order);
    rows->row = row;
    rows->item = item;
    return 0;
}

static void shuffle_rows(struct rows *rows)
{
    struct random random;

    random_seed(&random, 1);
    for (size_t i = rows->count; i > 1; i--) {
        size_t j = random_below(&random, (uint32_t)i);
        struct weight_row row = rows->row[j];
        uint32_t item = rows->item[j];

        rows->row[j] = rows->row[i - 1];
        rows->item[j] = rows->item[i - 1];
        rows->row[i - 1] = row;
        rows->item[i - 1] = item;
    }
}

static bool is_right(const struct weight_matches *matches, const uint32_t *item)
{
    for (size_t i = 0; i < matches->count; i++) {
        bool found = false;

        for (size_t m = matches->first[i]; m < matches->first[i + 1]; m++)
            found |= matches->item[m] == item[i];
        if (!found)
            return false;
    }
    return true;
}

static double spent_ns(void)
{
    struct timespec spent;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (double)spent.tv_sec * 1e9 + (double)spent.tv_nsec;
}

/* Matches the rows in calls of so many, all of them or for half a second. */
static bool measure(const struct rows *rows, const char *name, size_t at_once)
{
    size_t done = 0;
    double took_ns = 0;
    bool right = true;

    while (done < rows->count && took_ns < (done ? 5e8 : 1e18)) {
        size_t count = size_min(at_once, rows->count - done);
        struct weight_matches matches;
        double started_ns = spent_ns();

        if (weight_match(rows->map, rows->kind, rows->row + done, count,
                         &matches, NULL))
            return false;
        took_ns += spent_ns() - started_ns;
        right &= is_right(&matches, rows->item + done);
        weight_matches_finish(&matches);
        done += count;
    }
    printf("  %-28s %9zu rows, %6.1f ns a row, %s\n", name, done,
           took_ns / (double)done, right ? "right" : "WRONG");
    return right;
}

static void measure_values(const struct rows *rows)
{
    double started_ns = spent_ns();
    uint64_t sum = 0;

    for (size_t i = 0; i < rows->count; i++)
        sum +=
            row_segment_value(rows->map, &rows->row[i], rows->item[i]).weight;
    printf("  %-28s %9zu rows, %6.1f ns a row, sum %" PRIu64 "\n", "values",
           rows->count, (spent_ns() - started_ns) / (double)rows->count, sum);
}

/* The rows as lines; the caller frees them. */
static int write_text(const struct rows *rows, char **ret_text,
                      size_t *ret_size)
{
    char *text = array_alloc(rows->count, WEIGHT_LINE_MAX);
    size_t size = 0;

    if (!text)
        return -1;
    for (size_t i = 0; i < rows->count; i++) {
        size += weight_csv_write(text + size, rows->kind, &rows->row[i]);
        text[size++] = '\n';
    }
    *ret_text = text;
    *ret_size = size;
    return 0;
}

/* Text becomes rows, and these are matched. */
static bool measure_text(const struct rows *rows)
{
    struct weight_list list;
    struct weight_matches matches;
    double started_ns;
    bool right;
    size_t size;
    char *text;

    if (write_text(rows, &text, &size))
        return false;
    started_ns = spent_ns();
    if (weight_csv_read(text, size, rows->kind, false, &list, NULL))
        return false;
    if (weight_match(rows->map, rows->kind, list.row, list.count, &matches,
                     NULL))
        return false;
    right = matches.count == rows->count && is_right(&matches, rows->item);
    printf("  %-28s %9zu rows, %6.1f ns a row, %s\n", "CSV in the map's order",
           rows->count, (spent_ns() - started_ns) / (double)rows->count,
           right ? "right" : "WRONG");
    weight_matches_finish(&matches);
    free(list.row);
    free(text);
    return right;
}

static bool print_text(struct rows *rows)
{
    size_t size;
    char *text;

    make_rows(rows, 0);
    if (write_text(rows, &text, &size))
        return false;
    fwrite(text, 1, size, stdout);
    free(text);
    return !fflush(stdout);
}

static bool measure_kind(struct rows *rows, uint32_t which, const char *name)
{
    bool right;

    make_rows(rows, which);
    printf("%s\n", name);
    right = measure(rows, "in the map's order", SIZE_MAX);
    right &= measure_text(rows);
    if (rows->kind == WEIGHT_SEGMENTS && !which)
        measure_values(rows);
    if (sort_rows(rows))
        return false;
    right &= measure(rows, "by first id", SIZE_MAX);
    shuffle_rows(rows);
    right &= measure(rows, "shuffled", SIZE_MAX);
    right &= measure(rows, "shuffled, 1,000 at once", 1000);
    return measure(rows, "shuffled, one by one", 1) && right;
}

static bool measure_kinds(struct rows *rows, const char *path)
{
    bool right;

    printf("%s: %u nodes in %u pieces\n", path, rows->map->roads.node_count,
           rows->map->roads.piece_count);
    right = measure_kind(rows, 0, "pairs") &&
            measure_kind(rows, 1, "ways of segments");
    rows->kind = WEIGHT_TURNS;
    return right && measure_kind(rows, 0, "turns");
}

static int run(const char *path, size_t most, bool only_write,
               struct error *error)
{
    struct map *map;
    struct rows rows;
    bool right;
    int r = map_open(path, &map, error);

    if (r)
        return r;
    rows = (struct rows){
        .map = map,
        .capacity = most,
        .row = array_alloc(most, sizeof(*rows.row)),
        .item = array_alloc(most, sizeof(*rows.item)),
    };
    right = rows.row && rows.item &&
            (only_write ? print_text(&rows) : measure_kinds(&rows, path));
    free(rows.row);
    free(rows.item);
    map_destroy(map);
    return right ? 0 : 1;
}

int main(int argc, char **argv)
{
    uint32_t most = 10000000;
    struct error error = {""};
    bool only_write = false;
    int option;
    int r;

    while ((option = getopt(argc, argv, "n:w")) != -1) {
        if (option == 'w')
            only_write = true;
        else if (option != 'n' || !parse_u32(optarg, &most) || !most)
            return 2;
    }
    if (optind + 1 != argc) {
        fputs("usage: match_rate [-n ROWS] [-w] MAP.rlx\n", stderr);
        return 2;
    }
    r = run(argv[optind], most, only_write, &error);
    if (r < 0)
        fprintf(stderr, "match_rate: %s\n", error.text);
    return r != 0;
}
