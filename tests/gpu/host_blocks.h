/* host_blocks: the host's memory that is allocated and not freed. */
#ifndef RELAXD_TESTS_GPU_HOST_BLOCKS_H
#define RELAXD_TESTS_GPU_HOST_BLOCKS_H

/* Of what is linked statically, if with the names of host_calls (meson.build);
 * else 0, always. */
long host_blocks(void);

#endif
