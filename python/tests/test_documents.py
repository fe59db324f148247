"""The examples of the README and of the documentation are run, and the types are checked."""

import doctest
import importlib
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import vellum

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODULES = ["vellum", *("vellum." + module.name for module in pkgutil.iter_modules(vellum.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_of_the_readme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall("```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert blocks
    names: dict = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)


def test_every_public_name_is_documented():
    for name in vellum.__all__:
        shown = getattr(vellum, name)
        assert shown.__doc__, name
        for member, value in vars(shown).items() if isinstance(shown, type) else ():
            plain = value.__func__ if isinstance(value, classmethod) else value.fget if isinstance(value, property) else value
            if not member.startswith("_") and callable(plain):
                assert plain.__doc__, "%s.%s" % (name, member)


def test_types_are_strict():
    pytest.importorskip("mypy")
    use = "import vellum\nrecord: vellum.Record = vellum.open('x')\nvalue: str = record['name']\nnumber: int = record.to_json()\n"
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "-p", "vellum"], capture_output=True, text=True, cwd=ROOT / "src")
    assert done.returncode == 0, done.stdout
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "-c", use], capture_output=True, text=True, cwd=ROOT / "src")
    assert 'has type "str", variable has type "int"' in done.stdout and done.stdout.count("error:") == 1, done.stdout
