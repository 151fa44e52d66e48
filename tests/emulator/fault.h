/* fault: a kernel that touches memory it may not is an error of the device.
 *
 * Where AddressSanitizer watches, only addresses in the first page are, so that
 * it reports all others in its own words. */
#ifndef RELAXD_TESTS_EMULATOR_FAULT_H
#define RELAXD_TESTS_EMULATOR_FAULT_H

#include <functional>

namespace emulator
{

/* Calls `kernel`; false where it faulted and was left where it stood. */
bool run_guarded(const std::function<void()> &kernel);

} // namespace emulator

#endif
