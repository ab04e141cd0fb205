// XRay of LLVM: functions have sleds that are patched when it is switched on.
#pragma once

#define PEER_TIMED __attribute__((xray_always_instrument))
#define PEER_UNTIMED __attribute__((xray_never_instrument))
#define PEER_SCOPE(name)
