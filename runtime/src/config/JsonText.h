// Reads and checks JSON text without a library; what is no JSON ends in one sentence.
#pragma once
