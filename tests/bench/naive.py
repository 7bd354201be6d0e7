"""A bot as most people write their first: `input`, `json`, `print`."""

import json

while True:
    try:
        message = json.loads(input())
    except EOFError:
        break
    if "id" in message:
        answer = {"id": message["id"]}
        if message["type"] == "act":
            answer["action"] = message["legal"][0]
        print(json.dumps(answer), flush=True)
