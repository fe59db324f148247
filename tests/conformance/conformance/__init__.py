"""What only the conformance of implementations needs: the lossless JSON form of values, a writer of the canonical form, a generator of lines."""

import pathlib
import sys

# The reader of this repository, unless one is loaded already, or the installed one is asked for.
INSTALLED = "--installed"
if INSTALLED in sys.argv:
    sys.argv.remove(INSTALLED)
elif "vellum" not in sys.modules:
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "python" / "src"))
