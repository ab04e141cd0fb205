// Sites that the root is told of as they are entered, also while nothing is recorded.
#pragma once
