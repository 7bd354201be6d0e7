"""Bots in C, Python, Node and Java run in bubblewrap, wherever their interpreters live."""

import os
import subprocess
import sys

import pytest
from msgspec.structs import replace

from tests.host.programs import first_line
from tests.host.sandbox.places import BWRAP_WAYS, ROOT, TIGHT, Place, place

SOURCES = {
    "echo.c": '#include <stdio.h>\nint main(){char b[99];while(fgets(b,99,stdin)){printf("c %s",b);fflush(stdout);}}\n',
    "echo.py": "import sys\nfor line in sys.stdin:\n    print('python', line, end='', flush=True)\n",
    "echo.js": "require('readline').createInterface({input: process.stdin}).on('line', l => console.log('node', l))\n",
    "Echo.java": (
        "class Echo { public static void main(String[] a) throws Exception {"
        " var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));"
        ' for (String l; (l = in.readLine()) != null;) System.out.println("java " + l); } }\n'
    ),
}


def heard(at: Place, *command: str) -> bytes:
    """What a bot of at most 1 GB answers to `Kc`."""
    with at.running(*command, quota=replace(TIGHT, memory_mb=1024, processes=64)) as process:
        os.write(process.stdin, b"Kc\n")
        return first_line(process.stdout)


@pytest.fixture(params=BWRAP_WAYS)
def at(request: pytest.FixtureRequest) -> object:
    with place(request.param) as found:
        for name, text in SOURCES.items():
            (found.folder / name).write_text(text)
        yield found


@pytest.mark.needs("cc")
def test_c(at: Place) -> None:
    subprocess.run(["cc", "-o", at.folder / "echo", at.folder / "echo.c"], check=True)
    assert heard(at, str(at.folder / "echo")) == b"c Kc\n"


def test_python(at: Place) -> None:
    assert heard(at, *at.python, str(at.folder / "echo.py")) == b"python Kc\n"


@pytest.mark.needs("node")
def test_node(at: Place) -> None:
    assert heard(at, "node", str(at.folder / "echo.js")) == b"node Kc\n"


@pytest.mark.needs("java", "javac")
def test_java(at: Place) -> None:
    subprocess.run(["javac", "-d", at.folder, at.folder / "Echo.java"], check=True)
    assert heard(at, "java", "-Xmx256m", "-cp", str(at.folder), "Echo") == b"java Kc\n"


@pytest.mark.parametrize("way", BWRAP_WAYS[1:] if ROOT else BWRAP_WAYS)
def test_the_python_of_a_virtual_environment_with_what_is_installed_in_it(way: str) -> None:
    """The interpreter that runs these tests, with all the links that it hangs on."""
    with place(way) as at, at.running(sys.executable, "-c", "import sys, msgspec; print(sys.prefix)") as process:
        assert first_line(process.stdout).decode().strip() == sys.prefix
