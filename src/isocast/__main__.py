"""`python -m isocast` is the command line."""

from .cli import main

main()
