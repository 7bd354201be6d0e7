"""The JSON Schema of bot protocol 1, as one document."""

from typing import Final

import msgspec

from protocol.messages import PROTOCOL, Act, ActReply, End, Game, GameReply, Hello, HelloReply, Quit

TO_BOT: Final = (Hello, Game, Act, End, Quit)
FROM_BOT: Final = (HelloReply, GameReply, ActReply)


def protocol_schema() -> dict[str, object]:
    """Return a schema that is met by every line of either direction; `$defs` names the two directions and each type.

    Keys, nesting and sizes beyond what a schema can say are in PROTOCOL.md.
    """
    _, components = msgspec.json.schema_components((*TO_BOT, *FROM_BOT), ref_template="#/$defs/{name}")
    directions = {
        "to_bot": {"description": "A line that the referee writes.", "anyOf": _refs(TO_BOT)},
        "from_bot": {"description": "A line that a bot writes.", "anyOf": _refs(FROM_BOT)},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Bot protocol {PROTOCOL} of the Tressette referee",
        "anyOf": [{"$ref": "#/$defs/to_bot"}, {"$ref": "#/$defs/from_bot"}],
        "$defs": {**directions, **components},
    }


def _refs(types: tuple[type, ...]) -> list[dict[str, str]]:
    return [{"$ref": f"#/$defs/{each.__name__}"} for each in types]
