#include "collect/ArmedSites.h"
