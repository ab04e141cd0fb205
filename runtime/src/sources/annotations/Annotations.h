// Scopes whose names are known at run time only: autoscope::record_function, and the steps of a profile.
#pragma once
