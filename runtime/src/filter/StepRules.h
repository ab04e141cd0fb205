// Which function is a step of --step-function, and which one brackets the profile of --within.
#pragma once
