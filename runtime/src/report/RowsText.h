// Rows of averages and events as JSON and CSV for data frames: integers of nanoseconds, absent values null or empty.
#pragma once
