/* vector_types: CUDA's small vectors and the shape of a grid. */
#ifndef RELAXD_TESTS_EMULATOR_VECTOR_TYPES_H
#define RELAXD_TESTS_EMULATOR_VECTOR_TYPES_H

#define EMULATED_VECTORS(NAME, TYPE)                                           \
    struct NAME##1                                                             \
    {                                                                          \
        TYPE x;                                                                \
    };                                                                         \
    struct NAME##3                                                             \
    {                                                                          \
        TYPE x, y, z;                                                          \
    };                                                                         \
    struct alignas(2 * sizeof(TYPE)) NAME##2                                   \
    {                                                                          \
        TYPE x, y;                                                             \
    };                                                                         \
    struct alignas(sizeof(TYPE) < 8 ? 4 * sizeof(TYPE) : 16) NAME##4           \
    {                                                                          \
        TYPE x, y, z, w;                                                       \
    };                                                                         \
    inline NAME##2 make_##NAME##2(TYPE x, TYPE y)                              \
    {                                                                          \
        return {x, y};                                                         \
    }                                                                          \
    inline NAME##3 make_##NAME##3(TYPE x, TYPE y, TYPE z)                      \
    {                                                                          \
        return {x, y, z};                                                      \
    }                                                                          \
    inline NAME##4 make_##NAME##4(TYPE x, TYPE y, TYPE z, TYPE w)              \
    {                                                                          \
        return {x, y, z, w};                                                   \
    }

EMULATED_VECTORS(char, signed char)
EMULATED_VECTORS(uchar, unsigned char)
EMULATED_VECTORS(short, short)
EMULATED_VECTORS(ushort, unsigned short)
EMULATED_VECTORS(int, int)
EMULATED_VECTORS(uint, unsigned)
EMULATED_VECTORS(longlong, long long)
EMULATED_VECTORS(ulonglong, unsigned long long)
EMULATED_VECTORS(float, float)
EMULATED_VECTORS(double, double)

struct dim3 {
    unsigned x, y, z;

    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
        : x(x), y(y), z(z)
    {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
};

#endif
