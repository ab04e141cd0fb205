// Texts and failures that a program gives back by autoscope_free.
#pragma once
