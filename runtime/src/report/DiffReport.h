// Two profiles row by row: what changed, what is new, what is gone.
#pragma once
