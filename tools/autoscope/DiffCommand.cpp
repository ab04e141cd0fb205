// autoscope diff: compares two sessions, for people and for CI.
#include "Command.h"
