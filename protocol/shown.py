"""What a bot wrote, made fit to be shown: no control character reaches a terminal, a log or a page."""


def shown(text: str | bytes, limit: int | None = None) -> str:
    r"""Return `text` on one line with everything unprintable escaped: `\n`, `\x1b`, `\u202e` (P11).

    Bytes that are no UTF-8 are escaped too. At most `limit` characters; an ellipsis stands for what is cut off.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")
    if not text.isprintable():
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    if limit is not None and len(text) > limit:
        return text[: limit - 1] + "…"
    return text


def quoted(text: str | bytes, limit: int | None = None) -> str:
    """Return what `shown` makes of `text` between quotation marks, with nothing escaped a second time."""
    text = shown(text, limit)
    mark = '"' if "'" in text and '"' not in text else "'"
    return f"{mark}{text}{mark}"
