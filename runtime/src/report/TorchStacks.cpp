#include "report/TorchStacks.h"
