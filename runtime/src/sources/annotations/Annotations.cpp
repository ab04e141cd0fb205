#include "sources/annotations/Annotations.h"
