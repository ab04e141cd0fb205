// What arming a step function costs the scopes of other functions while nothing is recorded.
#include "Parts.h"
