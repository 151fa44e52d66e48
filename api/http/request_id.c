/* request_id: what a request is called in the log and in its answer. */
#include "api/http/request_id.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/random.h>

#include "core/base/clock.h"

void request_ids_init(struct request_ids *ids)
{
    if (getrandom(&ids->count, sizeof(ids->count), GRND_NONBLOCK) !=
        sizeof(ids->count))
        ids->count = clock_now_us() << 16 ^ (uintptr_t)ids;
}

static bool is_sane(const char *sent)
{
    static const char sane[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789-._~:/+=@";
    size_t length = strspn(sent, sane);

    return length && length < REQUEST_ID_SIZE && !sent[length];
}

/* The last step of splitmix64 (Steele, Lea and Flood, "Fast splittable
 * pseudorandom number generators", 2014): one to one. */
static uint64_t stir(uint64_t value)
{
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

void request_id_choose(struct request_ids *ids, const char *sent,
                       char id[REQUEST_ID_SIZE])
{
    uint64_t value;

    if (sent && is_sane(sent)) {
        strcpy(id, sent);
        return;
    }
    value = stir(ids->count++);
    for (size_t i = 0; i < 16; i++, value <<= 4)
        id[i] = "0123456789abcdef"[value >> 60];
    id[16] = '\0';
}
