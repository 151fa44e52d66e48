/* fault: a kernel that accesses forbidden memory causes an error of the device.
 *
 * Under AddressSanitizer that holds only for addresses in the first page, so
 * that the sanitizer reports all others itself. */
#ifndef RELAXD_TESTS_EMULATOR_FAULT_H
#define RELAXD_TESTS_EMULATOR_FAULT_H

#include <functional>

namespace emulator
{

/* Calls `kernel`; false where it faulted and was abandoned. */
bool run_guarded(const std::function<void()> &kernel);

} // namespace emulator

#endif
