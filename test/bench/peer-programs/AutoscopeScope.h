// Compiled with the plugin: one attribute.
#pragma once

#define PEER_TIMED [[autoscope::scope]]
#define PEER_UNTIMED
#define PEER_SCOPE(name)
