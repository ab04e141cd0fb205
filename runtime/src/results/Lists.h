// Rows that a program asked for: what autoscope_list is.
#pragma once
