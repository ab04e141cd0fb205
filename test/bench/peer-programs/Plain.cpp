// The functions with nothing in them.
#include "Peer.h"

#define PEER_TIMED
#define PEER_UNTIMED
#define PEER_SCOPE(name)
#define PEER_NAME(subject, other) plain##other
#include "Functions.inc"
