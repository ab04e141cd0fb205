// libtorch's own scopes of users.
#pragma once

#include <ATen/record_function.h>

#define PEER_TIMED
#define PEER_UNTIMED
#define PEER_SCOPE(name) RECORD_USER_SCOPE(name);
