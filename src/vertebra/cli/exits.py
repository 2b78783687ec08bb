"""Exit codes: 0 done, 1 some inputs failed, 2 wrong usage, 3 nothing found."""

FAILED, WRONG_USAGE, NOTHING_FOUND = 1, 2, 3
