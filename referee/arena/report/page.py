"""The page of a report: the contents put into a document that needs no other file and no network."""

from importlib.resources import files

import msgspec

from referee.arena.report.contents import Contents


def page(contents: Contents) -> bytes:
    """One HTML document in UTF-8. What records say stands in it as JSON only, so that it can never become markup."""
    text = msgspec.json.encode(contents).decode()
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    parts = {"style": _resource("page.css"), "script": _resource("page.js"), "contents": text}
    document = _resource("page.html")
    for name, part in parts.items():
        before, mark, after = document.partition(f"{{{{{name}}}}}")
        assert mark
        document = before + part + after
    return document.encode()


def _resource(name: str) -> str:
    return files("referee.arena.report").joinpath(name).read_text("utf-8")
