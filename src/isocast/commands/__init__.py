"""The commands of the command line that have grown beyond a few lines, one file each. Thin: they decide nothing."""
