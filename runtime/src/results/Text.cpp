#include "results/Text.h"
