"""Speed and memory, side by side with the alternatives, in one run: `make bench`."""
