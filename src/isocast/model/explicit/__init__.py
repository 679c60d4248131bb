"""`explicit`: a model rewritten so that nothing in it broadcasts implicitly, and nothing else is changed.

`sites` finds the nodes, `plan` says what each needs, `carry` inserts it, `edits` changes the model, `save` writes it.
"""

from .names import MARK, METADATA
from .rewriting import Rewriting, explicit

__all__ = ["MARK", "METADATA", "Rewriting", "explicit"]
