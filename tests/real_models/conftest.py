"""What comes from the network, and what takes minutes, runs only where it is named, as `make real-models` does."""

collect_ignore = ["test_published.py", "test_whole_wheel.py"]
