// Least, most, percentiles and deviation of the times of the calls of a row.
#pragma once
