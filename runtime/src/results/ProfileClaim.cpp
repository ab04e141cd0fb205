#include "results/ProfileClaim.h"
