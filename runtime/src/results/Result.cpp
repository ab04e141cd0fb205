#include "results/Result.h"
