"""A run's directory: one run in it, one process at a time, and whole files."""

import os
import stat
from pathlib import Path

import pytest

from referee.arena.run.run_directory import Directory, DirectoryError


def test_a_new_directory_is_made_with_its_parents(tmp_path: Path) -> None:
    with Directory.create(tmp_path / "runs" / "one") as run:
        assert run.journal(3).parent.is_dir()


def test_a_directory_that_holds_a_run_is_refused(tmp_path: Path) -> None:
    with Directory.create(tmp_path / "one") as run:
        run.write(run.settings, b"{}", 0o600)
    with pytest.raises(DirectoryError, match=r"holds a run already.*referee resume"):
        Directory.create(tmp_path / "one")
    assert run.settings.read_bytes() == b"{}"


def test_a_directory_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(DirectoryError, match="not empty"):
        Directory.create(tmp_path)


def test_a_file_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("")
    with pytest.raises(DirectoryError, match="cannot make a run"):
        Directory.create(tmp_path / "one")


def test_a_second_run_in_it_is_refused_while_the_first_goes_on(tmp_path: Path) -> None:
    with Directory.create(tmp_path / "one") as run:
        run.write(run.settings, b"{}", 0o600)
        with pytest.raises(DirectoryError, match=f"in use by process {os.getpid()}"):
            Directory.open(run.path)
    with Directory.open(run.path):
        pass


def test_there_must_be_a_run_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(DirectoryError, match="holds no run"):
        Directory.open(tmp_path)


def test_the_settings_are_for_their_owner_alone(tmp_path: Path) -> None:
    with Directory.create(tmp_path / "one") as run:
        run.write(run.settings, b"{}", 0o600)
        assert stat.S_IMODE(run.settings.stat().st_mode) == 0o600


def test_a_file_is_replaced_whole_and_leaves_no_draft(tmp_path: Path) -> None:
    with Directory.create(tmp_path / "one") as run:
        for text in (b"first", b"second"):
            run.write(run.summary, text)
        assert run.summary.read_bytes() == b"second"
        assert not list(run.path.glob(".*"))
