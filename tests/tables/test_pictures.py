"""What is kept as a picture: known by its content, whole, and within its bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.machines import pictures
from tables.machines.pictures import MOST, WIDEST, media_type_of
from tests.pictures import chunk, jpeg, png


@pytest.mark.clause("MC-AUTO-13")
@pytest.mark.parametrize(
    ("content", "media"),
    [
        (png(), "image/png"),
        (png(WIDEST, 1), "image/png"),
        (jpeg(), "image/jpeg"),
        (jpeg(1, WIDEST), "image/jpeg"),
        (png(WIDEST + 1, 1), ""),
        (jpeg(WIDEST + 1), ""),
        (jpeg(0), ""),
        (png()[:-1], ""),
        (png() + b"\0", ""),
        (png().replace(b"\0\0\0\x02", b"\0\0\0\x03", 1), ""),
        (png()[:8] + chunk(b"IEND", b""), ""),
        (jpeg()[:-1], ""),
        (b"\xff\xd8\xff\xd9", ""),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", ""),
        (b"GIF89a" + bytes(20), ""),
        (b"", ""),
        (png()[:-12] + chunk(b"tEXt", bytes(MOST)) + chunk(b"IEND", b""), ""),
    ],
)
def test_a_picture_is_known_by_its_content(content: bytes, media: str) -> None:
    assert media_type_of(content) == media


@given(st.binary(max_size=64), st.sampled_from((png(), jpeg())), st.integers(0, 60))
def test_no_bytes_raise(noise: bytes, picture: bytes, at: int) -> None:
    """What is inserted anywhere makes no error, and never another kind of picture."""
    found = media_type_of(picture[:at] + noise + picture[at:])
    assert found in ("", media_type_of(picture))
    assert media_type_of(noise) in ("", *pictures.ENDINGS)
