#include "filter/StepRules.h"
