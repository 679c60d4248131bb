"""Broadcasting in ONNX, made explicit, exact, fast and proved."""

from . import spec
from .errors import BroadcastError, IsocastError, ProfileError, TypeMismatchError

__version__ = "0.1.0"

__all__ = ["BroadcastError", "IsocastError", "ProfileError", "TypeMismatchError", "__version__", "spec"]
