"""Tests of the installed package, or of the source beside them where none is installed."""

import importlib.util
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]

if importlib.util.find_spec("vellum") is None:
    sys.path.insert(0, str(ROOT / "src"))
