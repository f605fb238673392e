"""Every constant of the generator; nothing outside this file changes an outcome (R1)."""

from typing import Final, Literal, NamedTuple

Digest = Literal["sha256", "sha512"]

VERSION: Final = "2.0.0"
"""Of the generator's code; a conformity report is about one version and its files (R28)."""

PROTOCOL: Final = "sabot-shoe/2"
"""Names the whole construction in a shoe's header; any change to it takes a new number."""
REFILL: Final = "sabot-refill/2"
"""The same construction over given cards instead of whole packs."""
MECHANISM: Final = "HMAC_DRBG SHA-512"
PACK: Final = "cdhs A23456789TJQK"
"""The factory order of a pack, suit by suit, ace to king: face 0 is Ac, face 51 is Ks."""

DRAW_PROTOCOL: Final = "sabot-draw/2"
"""The same for a wheel's ball or dice."""


class Tags(NamedTuple):
    """What keeps the hashes of one protocol apart from each other and from another's."""

    commitment: bytes
    header: bytes
    nonce: bytes
    cards: bytes
    contribution: bytes
    mix: bytes
    cut: bytes
    salts: bytes
    lock: bytes
    deal: bytes


def _tags(protocol: str) -> Tags:
    return Tags(*(f"{protocol}/{use}".encode() for use in Tags._fields))


SHOE_TAGS: Final = _tags(PROTOCOL)
"""Of a shoe, and of a refill too."""
DRAW_TAGS: Final = _tags(DRAW_PROTOCOL)

# --- what the players bring

HASH_BYTES: Final = 32
SECRET_BYTES: Final = 32
"""Of a seat's contribution, and of the salt of a card."""
MIX_BYTES: Final = 64
"""Of the additional input at every reseeding."""
NUMBERS: Final = range(2**16)
"""Numbers of seats and of cards, as they are hashed: two bytes."""

# --- cards

PACK_SIZE: Final = 52
MAX_PACKS: Final = 8
"""The largest shoe in the regulations."""
DRAWS_PER_SEGMENT: Final = 52
"""Draws between reseeds: 52 draws take at most 452 bits, a segment brings 512 (R7)."""

# --- wheels and dice

SIDES: Final = range(2, 1001)
"""How many ways one die, or the ball, may fall."""
MAX_DICE: Final = 8
"""Eight dice of 1000 sides take 80 bits; the segment of a draw brings 512 (R7)."""

# --- the mechanism (SP 800-90A Rev. 1, table 2; own limits where lower)

DIGEST: Final[Digest] = "sha512"
DIGEST_BYTES: Final[dict[Digest, int]] = {"sha256": 32, "sha512": 64}
MIN_ENTROPY_BYTES: Final = 32
"""The security strength, 256 bits."""
MIN_NONCE_BYTES: Final = 16
MAX_INPUT_BYTES: Final = 2**32
"""2^35 bits of entropy, personalisation or additional input."""
MAX_REQUEST_BYTES: Final = 2**16
"""2^19 bits."""
MAX_REQUESTS: Final = 2
"""Between reseeds; the standard allows 2^48, a segment of draws needs one, or two on rejection."""

SEGMENT_BYTES: Final = 64
DRAW_SEED_BYTES: Final = 2 * SEGMENT_BYTES
"""One segment to begin, one to draw from."""
WORD_SPAN: Final = 2**32
"""Draws are made of 32-bit big-endian words."""

# --- entropy: two sources, each with cutoffs of its own (SP 800-90B 4.4, false alarms 2^-40)


class Cutoffs(NamedTuple):
    """When the continuous tests of one source fail it."""

    repetition: int
    """So many equal samples in a row."""
    proportion: int
    """So many samples equal to the first of a window."""
    window: int
    """Samples."""


KERNEL_CUTOFFS: Final = Cutoffs(repetition=6, proportion=19, window=512)
"""Of the kernel's bytes, with H = 8 bits a byte."""
KERNEL_STARTUP: Final = 1024
"""Bytes that are examined before the first use (4.3)."""

JITTER_CUTOFFS: Final = Cutoffs(repetition=41, proportion=336, window=512)
"""Of the processor's jitter, with H = 1 bit a sample."""
JITTER_STARTUP: Final = 1024
"""Samples that are examined before the first use (4.3)."""
JITTER_BLOCK: Final = 1024
"""Samples that are conditioned to 512 bits of full entropy; at H = 1 that wants 576."""
JITTER_SAMPLES_A_REQUEST: Final = 8
"""New ones, examined, that each request takes and adds: the tests go on as long as it is dealt."""
JITTER_REQUESTS: Final = JITTER_BLOCK // JITTER_SAMPLES_A_REQUEST
"""Of the generator that the jitter seeds, between two reseedings."""
JITTER_KEY: Final = b"sabot-entropy/1/jitter"
"""Of the conditioning, and the personalisation of that generator: a name, no secret (3.1.5.1.2)."""
JITTER_MEMORY_BYTES: Final = 2**18
"""Walked at random: more than the nearest cache holds."""
JITTER_STEPS: Final = 16
"""Of the walk, for each sample."""

# --- self-tests

RETEST_AFTER: Final = 10_000
"""Requests that a process serves before it proves itself again: some 600 six-pack shoes."""

# --- known answers (CAVP pr_false with personalisation and additional input, COUNT 0)


class KnownAnswer(NamedTuple):
    """One CAVP case: instantiate, reseed, two requests of which the second is compared."""

    digest: Digest
    entropy: str
    nonce: str
    personalisation: str
    reseed_entropy: str
    reseed_additional: str
    additional: tuple[str, str]
    returned: str


KNOWN_ANSWERS: Final = (
    KnownAnswer(
        digest="sha512",
        entropy="da740cbc36057a8e282ae717fe7dfbb245e9e5d49908a0119c5dbcf0a1f2d5ab",
        nonce="46561ff612217ba3ff91baa06d4b5440",
        personalisation="fc227293523ecb5b1e28c87863626627d958acc558a672b148ce19e2abd2dde4",
        reseed_entropy="1d61d4d8a41c3254b92104fd555adae0569d1835bb52657ec7fbba0fe03579c5",
        reseed_additional="b9ed8e35ad018a375b61189c8d365b00507cb1b4510d21cac212356b5bbaa8b2",
        additional=(
            "b7998998eaf9e5d34e64ff7f03de765b31f407899d20535573e670c1b402c26a",
            "2089d49d63e0c4df58879d0cb1ba998e5b3d1a7786b785e7cf13ca5ea5e33cfd",
        ),
        returned=(
            "5b70f3e4da95264233efbab155b828d4e231b67cc92757feca407cc9615a660871cb07ad1a2e9a99"
            "412feda8ee34dc9c57fa08d3f8225b30d29887d20907d12330fffd14d1697ba0756d37491b0a8814"
            "106e46c8677d49d9157109c402ad0c247a2f50cd5d99e538c850b906937a05dbb8888d984bc77f6c"
            "a00b0e3bc97b16d6d25814a54aa12143afddd8b2263690565d545f4137e593bb3ca88a37b0aadf79"
            "726b95c61906257e6dc47acd5b6b7e4b534243b13c16ad5a0a1163c0099fce43f428cd27c3e6463c"
            "f5e9a9621f4b3d0b3d4654316f4707675df39278d5783823049477dcce8c57fdbd576711c91301e9"
            "bd6bb0d3e72dc46d480ed8f61fd63811"
        ),
    ),
    KnownAnswer(
        digest="sha256",
        entropy="cdb0d9117cc6dbc9ef9dcb06a97579841d72dc18b2d46a1cb61e314012bdf416",
        nonce="d0c0d01d156016d0eb6b7e9c7c3c8da8",
        personalisation="6f0fb9eab3f9ea7ab0a719bfa879bf0aaed683307fda0c6d73ce018b6e34faaa",
        reseed_entropy="8ec6f7d5a8e2e88f43986f70b86e050d07c84b931bcf18e601c5a3eee3064c82",
        reseed_additional="1ab4ca9014fa98a55938316de8ba5a68c629b0741bdd058c4d70c91cda5099b3",
        additional=(
            "16e2d0721b58d839a122852abd3bf2c942a31c84d82fca74211871880d7162ff",
            "53686f042a7b087d5d2eca0d2a96de131f275ed7151189f7ca52deaa78b79fb2",
        ),
        returned=(
            "dda04a2ca7b8147af1548f5d086591ca4fd951a345ce52b3cd49d47e84aa31a183e31fbc42a1ff1d"
            "95afec7143c8008c97bc2a9c091df0a763848391f68cb4a366ad89857ac725a53b303ddea767be8d"
            "c5f605b1b95f6d24c9f06be65a973a089320b3cc42569dcfd4b92b62a993785b0301b3fc45244565"
            "6fce22664827b88f"
        ),
    ),
)

KNOWN_SHOE_SEED: Final = bytes(range(256)) + bytes(range(192))
KNOWN_SHOE_HEADER_HASH: Final = bytes(range(32))
KNOWN_COMMITMENT: Final = bytes(range(32, 64))
KNOWN_BEACON: Final = bytes(range(64, 96))
KNOWN_SECRETS: Final = ((1, bytes(range(96, 128))), (7, bytes(range(128, 160))))
"""Seats and what they contributed."""
KNOWN_CUT_LIMITS: Final = (104, 208)
KNOWN_SHOE: Final = "c42c0045e653f14ddb00b901bee1c30f8b8ad481339d2fa3ef682ea55429d02e"
"""SHA-256 of the faces of the six-pack shoe made from these, one byte a card, before the cut."""
KNOWN_CUT: Final = 146
"""Where the dealer cuts it."""
KNOWN_ROOT: Final = "b4b4278dee45ecb0628309e856a78205a0d93f7ca89ea0ba9de6253a38e76219"
"""The root of its order."""
KNOWN_HASHES: Final = (
    "c723b9d93c5c104f5f5b89fc060794f69e2d4b3535bc991c2c26f30d0ddc1a61",
    "1ebc40e32450387b71547b16f688762c545bbd5115e917e17377fb552d4e6bce",
)
"""What seat 7 seals when it does not cut, and when it cuts at 200."""
KNOWN_SUBJECT: Final = "00112233-4455-6677-8899-aabbccddeeff"

KNOWN_FALL_SIDES: Final = (37, 6, 6, 2, 1000)
KNOWN_FALL: Final = (14, 1, 5, 1, 327)
"""What falls with these sides from the first 128 bytes of that seed and the same other inputs."""
