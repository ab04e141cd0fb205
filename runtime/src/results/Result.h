// A recorded window, or several, opened for reading: what autoscope_result is.
#pragma once
