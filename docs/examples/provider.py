"""A provider in Python: external process protocol 1, one JSON object a line. It scores candidates by how far they end from a goal."""

import base64
import json
import math
import os
import platform
import struct
import sys

# What a library prints must not end up between the replies.
replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)


def flat(value):
    if isinstance(value, list):
        return [item for row in value for item in (flat(row) if isinstance(row, list) else [row])]
    if "data" in value:
        return flat(value["data"])
    code = {"float32": "f", "float64": "d"}[value["dtype"]]
    return struct.unpack(f"<{math.prod(value['shape'])}{code}", base64.b64decode(value["b64"]))


def score(request):
    values = flat(request["action_candidates"])
    _, samples, horizon, size = request["action_candidates"]["shape"]
    goal = flat(request["info"]["goal"])
    start = flat(request["info"].get("observation", []))
    scores = []
    for sample in range(samples):
        at = sample * horizon * size
        end = [sum(values[at + step * size + axis] for step in range(horizon)) for axis in range(size)]
        end = [a + (start[axis] if axis < len(start) else 0) for axis, a in enumerate(end)]
        scores.append(sum((a - (goal[axis] if axis < len(goal) else 0)) ** 2 for axis, a in enumerate(end)))
    return {"scores": scores, "lower_is_better": True}


def hello(_request):
    return {
        "name": "example", "protocol": 1, "capabilities": ["score"], "required": {"goal": 1},
        "descriptor": {"lower_is_better": True}, "runtime": {"python": platform.python_version()},
        "model": {"id": "squared-distance"},
    }


operations = {"hello": hello, "health": lambda _request: {}, "score": score}

for line in sys.stdin:
    message = json.loads(line)
    if message["op"] == "shutdown":
        break
    if message["op"] == "cancel":
        continue  # the caller ends this process when it does not want to wait
    head = {"v": 1, "id": message["id"]}
    try:
        reply = {**head, "ok": True, "result": operations[message["op"]](message.get("input"))}
    except Exception as error:
        reply = {**head, "ok": False, "error": {"code": "upstream_error", "message": repr(error), "retryable": False}}
    print(json.dumps(reply, allow_nan=False), file=replies, flush=True)
