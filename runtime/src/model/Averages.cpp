#include "model/Averages.h"
