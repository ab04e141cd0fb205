#include "results/Lists.h"
