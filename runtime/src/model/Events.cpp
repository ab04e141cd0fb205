#include "model/Events.h"
