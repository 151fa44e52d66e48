/* host_blocks: host memory that is allocated and not freed. */
#ifndef RELAXD_TESTS_GPU_HOST_BLOCKS_H
#define RELAXD_TESTS_GPU_HOST_BLOCKS_H

/* Blocks of statically linked code, if linked with the names of host_calls
 * (meson.build); otherwise always 0. */
long host_blocks(void);

#endif
