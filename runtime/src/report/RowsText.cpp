#include "report/RowsText.h"
