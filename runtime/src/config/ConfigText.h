// AUTOSCOPE_CONFIG: one line or one JSON file that stands for many options.
#pragma once
