"""The README says what is so."""

import re
from pathlib import Path

from referee.cli import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_the_readme_runs_the_tests_as_ci_does() -> None:
    _play, run_tests = re.findall(r"```sh\n(.+)\n```", README)
    assert run_tests in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_readme_names_every_command() -> None:
    table = README.partition("## Commands")[2].partition("## Documents")[0]
    named = re.findall(r"^\| `([a-z-]+)", table, re.MULTILINE)
    assert sorted(named) == sorted(COMMANDS)


def test_the_readme_points_to_every_document() -> None:
    linked = set(re.findall(r"\]\((?!https:)([^)#]+)\)", README))
    pages = [*ROOT.glob("protocol/*.md"), *ROOT.glob("referee/*/*.md")]
    assert {str(page.relative_to(ROOT)) for page in pages} - linked == set()


def test_every_file_that_the_readme_points_to_is_there() -> None:
    links = re.findall(r"\]\((?!https:)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
