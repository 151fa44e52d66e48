/* prelude: the start of every translated .cu file, compiled once. */
#include <cuda_runtime.h>
