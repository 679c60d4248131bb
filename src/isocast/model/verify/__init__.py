"""`verify`: the structure of an explicit model against its original, and both run on the same inputs.

`structure` takes inserted nodes out again and compares what is left; `behaviour` runs both models in a child process.
Nothing here uses what the rewriter says of its changes. Must not import the rewriter, `render` or the command line.
"""

from .verification import verify

__all__ = ["verify"]
