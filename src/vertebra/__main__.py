"""`python -m vertebra`."""

from vertebra.cli import main

main()
