#include "model/Spread.h"
