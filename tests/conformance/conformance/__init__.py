"""What only the conformance of implementations needs: the lossless JSON form of values, a writer of the canonical form, a generator of lines."""

import pathlib
import sys

# The reader in this repository, unless an installed one is asked for.
INSTALLED = "--installed"
if INSTALLED in sys.argv:
    sys.argv.remove(INSTALLED)
else:
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "python" / "src"))
