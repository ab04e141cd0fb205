// The functions timed by the tool whose header is forced in.
#include "Peer.h"

#define PEER_NAME(subject, other) subject
#include "Functions.inc"
