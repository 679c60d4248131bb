"""Reports as pages of HTML: one file each, nothing to fetch, readable without a script, light or dark, printable.

`page` is the frame, `checked` shows findings, `evidence` shows what was rewritten and verified.
Must not decide anything: what is shown comes from `model`, and goes out as it is.
"""

from .checked import checks_html
from .evidence import evidence_html

__all__ = ["checks_html", "evidence_html"]
