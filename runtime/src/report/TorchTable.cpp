#include "report/TorchTable.h"
