"""The messages in docs/protocol.md are of the protocol, and tell one consistent story."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from tables.wire import codec
from tests.load.client import DECODERS, Frames, Sequence, Tally, decode

DOC = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text()


def session() -> list[tuple[str, str]]:
    """Return the example session's lines as direction and text."""
    block = re.search(r"```text\n(.*?)```", DOC, re.DOTALL)
    assert block is not None
    return [(line[0], line[2:]) for line in block[1].splitlines()]


def test_every_message_of_the_example_is_of_the_protocol() -> None:
    lines = session()
    assert len(lines) > 12
    for direction, text in lines:
        if direction == ">":
            codec.decode(text)
        else:
            decode(text)


def test_the_example_loses_no_frame_and_answers_every_command() -> None:
    tally, sequence, frames = Tally(), Sequence(), Frames()
    asked: set[str] = set()
    answered: set[str] = set()
    for direction, text in session():
        message: dict[str, Any] = json.loads(text)
        if direction == ">" and "id" in message:
            asked.add(message["id"])
        if message.get("type") in ("frame", "delta"):
            frames.whole(message)
            sequence.follow(message["seq"], len(message["events"]), tally)
        if message.get("cause"):
            answered.add(message["cause"])
    assert tally.clean
    assert asked == answered


def test_every_command_and_message_type_is_described() -> None:
    sent = codec.json_schema()["$defs"]["Sent"]["properties"]["command"]
    commands = set(sent["discriminator"]["mapping"])
    assert len(commands) >= 11
    for kind in commands:
        assert kind in DOC or f"`.{kind.split('.')[1]}`" in DOC, kind
    told = {fields(each)[-1].default for each in get_args(codec.Outgoing)}
    assert len(told) >= 10
    for kind in told:
        assert f"| `{kind}` |" in DOC, kind
    assert set(DECODERS) == told, "the example client reads every message"


def test_every_close_code_is_described() -> None:
    from tables.realtime import connections as lines
    from tables.realtime import hub
    from tables.sockets import base_consumer, consumer, office_consumer

    codes = {
        value
        for module in (base_consumer, consumer, office_consumer, hub, lines)
        for value in vars(module).values()
        if isinstance(value, int) and 4000 <= value < 5000
    }
    assert len(codes) >= 6
    for code in codes:
        assert f"| {code} |" in DOC
