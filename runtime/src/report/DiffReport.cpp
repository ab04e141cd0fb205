#include "report/DiffReport.h"
