#include "config/ConfigText.h"
