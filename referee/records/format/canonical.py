"""Canonical JSON (RFC 8785): one text for each value, so that equal records have equal digests."""

from typing import Final

import msgspec

EXACT: Final = 2**53
"""Integers beyond it are doubles to JSON, and are written as such."""

_TEXT: Final = msgspec.json.Encoder()


def canonical(value: object) -> bytes:
    """The canonical text of a JSON value; ValueError for what JSON cannot hold (NaN, infinities, lone surrogates)."""
    parts: list[bytes] = []
    _write(value, parts)
    return b"".join(parts)


def number(value: float) -> str:
    """A double as ECMAScript writes it (RFC 8785, 3.2.2.3): the fewest digits that read back as the same number."""
    if value == 0:
        return "0"
    if value - value != 0:
        raise ValueError("JSON holds no infinities and no NaN")
    digits, point = _shortest(abs(value))
    if len(digits) <= point <= 21:
        text = digits + "0" * (point - len(digits))
    elif 0 < point <= 21:
        text = f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{digits}"
    else:
        fraction = f".{digits[1:]}" if len(digits) > 1 else ""
        text = f"{digits[0]}{fraction}e{point - 1:+d}"
    return text if value > 0 else f"-{text}"


def _shortest(value: float) -> tuple[str, int]:
    """The digits of a positive double, without zeros at either end, and how many of them stand before the point."""
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    bare = digits.lstrip("0")
    return bare.rstrip("0"), len(whole) + int(exponent or 0) - (len(digits) - len(bare))


def _write(value: object, parts: list[bytes]) -> None:
    match value:
        case None | bool() | str():
            parts.append(_scalar(value))
        case int():
            parts.append(str(value).encode() if -EXACT <= value <= EXACT else number(_double(value)).encode())
        case float():
            parts.append(number(value).encode())
        case dict():
            _write_object(value, parts)
        case list() | tuple():
            parts.append(b"[")
            for place, item in enumerate(value):
                if place:
                    parts.append(b",")
                _write(item, parts)
            parts.append(b"]")
        case _:
            raise ValueError(f"JSON holds no {type(value).__name__}")


def _write_object(value: dict[object, object], parts: list[bytes]) -> None:
    """The members in the order of their names as UTF-16 code units (RFC 8785, 3.2.3)."""
    names = [name for name in value if isinstance(name, str)]
    if len(names) < len(value):
        raise ValueError("the names of a JSON object are strings")
    separator = b"{"
    for name in sorted(names, key=lambda text: text.encode("utf-16-be", "surrogatepass")):
        parts += (separator, _scalar(name), b":")
        _write(value[name], parts)
        separator = b","
    parts.append(b"}" if value else b"{}")


def _scalar(value: str | bool | None) -> bytes:
    """msgspec escapes as the RFC asks: two-character escapes, `\\u00xx` in lower case, all else as it is."""
    try:
        return _TEXT.encode(value)
    except UnicodeError as error:
        raise ValueError("JSON holds no lone surrogates") from error


def _double(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        raise ValueError("JSON holds no infinities and no NaN") from None
