#include "config/JsonText.h"
