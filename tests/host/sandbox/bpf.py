"""A machine for classic BPF, as much of it as a seccomp filter uses."""

import struct

_CODES = {0x20: "load", 0x54: "and", 0x15: "equal", 0x35: "at least", 0x05: "jump", 0x06: "return"}


def run(program: bytes, arch: int, number: int, arguments: tuple[int, ...] = ()) -> int:
    """What the filter says to this call: the value of the return it comes to."""
    call = struct.pack("<IIQ6Q", number, arch, 0, *arguments, *[0] * (6 - len(arguments)))
    steps = list(struct.iter_unpack("<HBBI", program))
    value, place = 0, 0
    while True:
        code, if_true, if_false, constant = steps[place]
        place += 1
        match _CODES[code]:
            case "load":
                (value,) = struct.unpack_from("<I", call, constant)
            case "and":
                value &= constant
            case "equal":
                place += if_true if value == constant else if_false
            case "at least":
                place += if_true if value >= constant else if_false
            case "jump":
                place += constant
            case "return":
                return constant
