// Who profiles this process: one owner at a time, also while it waits for its next step.
#pragma once
