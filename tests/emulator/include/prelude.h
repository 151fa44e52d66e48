/* prelude: what every translated .cu file begins with, compiled once. */
#include <cuda_runtime.h>
