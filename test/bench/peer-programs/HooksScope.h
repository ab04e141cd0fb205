// -finstrument-functions times every function that does not forbid it.
#pragma once

#define PEER_TIMED
#define PEER_UNTIMED __attribute__((no_instrument_function))
#define PEER_SCOPE(name)
