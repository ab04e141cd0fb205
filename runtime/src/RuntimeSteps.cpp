// What the root does at the steps of a program: a schedule without code.
#include "Runtime.h"
