/* meet: where lanes and threads wait for each other. */
#include <string.h>

#include <memory>
#include <vector>

#include "tests/emulator/scheduler.h"

namespace emulator
{

static bool same(const site &one, const site &other)
{
    return &one == &other ||
           (one.line == other.line && !strcmp(one.what, other.what) &&
            !strcmp(one.file, other.file));
}

static void complete_crowd(block *block)
{
    crowd &crowd = block->crowd;

    for (fiber *fiber : crowd.waiting) {
        fiber->result = crowd.votes;
        release(fiber);
    }
    crowd.waiting.clear();
    crowd.votes = {0, 0};
    crowd.site = nullptr;
}

/* Ended threads are not waited for. */
static bool is_complete(const block *block)
{
    return block->crowd.votes.all + block->ended == block->thread_count;
}

votes barrier(const site &site, bool predicate)
{
    fiber *self = running();
    block *block = self->block;
    crowd &crowd = block->crowd;

    if (crowd.site && !same(*crowd.site, site))
        complain(site, "while threads of the block wait at another barrier");
    crowd.site = &site;
    crowd.votes.all++;
    crowd.votes.count += predicate;
    if (is_complete(block)) {
        struct votes all = crowd.votes;

        complete_crowd(block);
        return all;
    }
    crowd.waiting.push_back(self);
    wait(site);
    return self->result;
}

void leave_crowd(block *block)
{
    if (is_complete(block))
        complete_crowd(block);
}

static std::vector<std::unique_ptr<meeting>> meetings;
static std::vector<meeting *> spare;

static meeting *open_meeting(warp *warp, const site &site, uint32_t mask)
{
    meeting *meeting;

    if (spare.empty()) {
        meetings.push_back(std::make_unique<struct meeting>());
        meeting = meetings.back().get();
    } else {
        meeting = spare.back();
        spare.pop_back();
    }
    meeting->next = warp->open;
    meeting->site = &site;
    meeting->mask = mask;
    meeting->came = 0;
    meeting->stay = 0;
    meeting->complete = false;
    warp->open = meeting;
    return meeting;
}

/* The meeting with that mask where lanes wait. */
static meeting *find_meeting(warp *warp, const site &site, uint32_t mask)
{
    for (meeting *open = warp->open; open; open = open->next) {
        if (open->complete || !(open->mask & mask))
            continue;
        if (open->mask != mask)
            complain(site, "with another mask than lanes that wait for it");
        if (!same(*open->site, site))
            complain(site, "while lanes of its mask wait at another function");
        return open;
    }
    return open_meeting(warp, site, mask);
}

static void complete_meeting(meeting *meeting)
{
    meeting->complete = true;
    for (unsigned i = 0; i < WARP; i++) {
        if (meeting->came >> i & 1 && meeting->waiting[i])
            release(meeting->waiting[i]);
    }
}

static bool all_came(const warp *warp, const meeting *meeting)
{
    return (meeting->mask & warp->live & ~meeting->came) == 0;
}

meeting *meet(const site &site, uint32_t mask, uint64_t value)
{
    fiber *self = running();
    warp *warp = &self->block->warp[self->thread / WARP];
    unsigned lane = self->thread % WARP;
    meeting *meeting;

    if (!(mask >> lane & 1))
        complain(site, "with a mask that leaves out the lane itself");
    meeting = find_meeting(warp, site, mask);
    meeting->came |= 1u << lane;
    meeting->stay |= 1u << lane;
    meeting->value[lane] = value;
    meeting->waiting[lane] = nullptr;
    if (all_came(warp, meeting)) {
        complete_meeting(meeting);
    } else {
        meeting->waiting[lane] = self;
        wait(site);
    }
    return meeting;
}

void part(meeting *meeting)
{
    fiber *self = running();
    warp *warp = &self->block->warp[self->thread / WARP];
    struct meeting **link = &warp->open;

    meeting->stay &= ~(1u << self->thread % WARP);
    if (meeting->stay)
        return;
    while (*link != meeting)
        link = &(*link)->next;
    *link = meeting->next;
    spare.push_back(meeting);
}

void leave_warp(warp *warp)
{
    for (meeting *open = warp->open; open; open = open->next) {
        if (!open->complete && all_came(warp, open))
            complete_meeting(open);
    }
}

uint32_t ballot(const site &site, uint32_t mask, bool predicate,
                uint32_t *ret_came)
{
    meeting *meeting = meet(site, mask, predicate);
    uint32_t held = 0;

    for (unsigned i = 0; i < WARP; i++) {
        if (meeting->came >> i & 1 && meeting->value[i])
            held |= 1u << i;
    }
    *ret_came = meeting->came;
    part(meeting);
    return held;
}

uint32_t match(const site &site, uint32_t mask, uint64_t value)
{
    meeting *meeting = meet(site, mask, value);
    uint32_t equal = 0;

    for (unsigned i = 0; i < WARP; i++) {
        if (meeting->came >> i & 1 && meeting->value[i] == value)
            equal |= 1u << i;
    }
    part(meeting);
    return equal;
}

} // namespace emulator
