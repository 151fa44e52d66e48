/* setting_table: the settings there are, by sections. */
#include "config/setting_rows.h"

/* As in relaxd.conf. */
static const struct setting_group *const groups[] = {
    &setting_group_program,
    &setting_group_engine,
    &setting_group_http,
    &setting_group_limits,
};

enum { GROUP_COUNT = sizeof(groups) / sizeof(groups[0]) };

size_t setting_count(void)
{
    size_t count = 0;

    for (size_t i = 0; i < GROUP_COUNT; i++)
        count += groups[i]->count;
    return count;
}

const struct setting *setting_at(size_t index)
{
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        if (index < groups[i]->count)
            return &groups[i]->rows[index];
        index -= groups[i]->count;
    }
    return NULL;
}

size_t setting_index(const struct setting *setting)
{
    size_t index = 0;

    while (setting_at(index) != setting)
        index++;
    return index;
}
