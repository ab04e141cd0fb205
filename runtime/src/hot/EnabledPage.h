// The page of __autoscope_enabled (abi.h), which the kernel clears in the child of a fork.
//
// A child that the C library makes is told of it by the handlers of pthread_atfork, and claims the page again. One made
// by a raw system call is not, and shares the ring with its parent: there the page stays clear, so nothing is entered,
// and whatever still comes to the run time asks here first. A child of vfork shares the page, too, and goes on in its
// parent's name.
#pragma once

namespace autoscope::hot {

// This process may record. Does nothing where the kernel cannot clear a page of 4096 bytes (before Linux 4.14).
void claimEnabledPage() noexcept;

// This is the child of a raw fork: nothing of the run time's files, locks and threads is its own.
bool enabledPageIsWiped() noexcept;

}  // namespace autoscope::hot
