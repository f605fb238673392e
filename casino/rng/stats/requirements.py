"""What laboratories ask (R1 to R30), how far it is met, and where that can be seen."""

from typing import Final, Literal, NamedTuple

State = Literal["pass", "partial", "not applicable"]


class Requirement(NamedTuple):
    """One requirement and its evidence."""

    clause: str
    state: State
    how: str
    evidence: tuple[str, ...]
    """Paths in the repository."""


_T: Final = "tests/rng/"
_C: Final = "casino/rng/"

REQUIREMENTS: Final[dict[str, Requirement]] = {
    "R1": Requirement(
        "GLI-19 3.2.1, UKGC strategy 3: source code can be reviewed; no hidden switch",
        "partial",
        "One package without Django or configuration, every constant in one file; it has more than "
        "the 400 lines a reviewer would like, and no outsider has reviewed it.",
        (_C + "core/constants.py", _T + "test_shuffle.py"),
    ),
    "R2": Requirement(
        "GLI-19 3.2.2: statistics of the final outcomes, collectively at 99 %",
        "pass",
        "Shoes, spins and throws are measured against exact expectations; Holm at 0.01 in the full "
        "report, at one in a million in the quick one.",
        (_C + "stats/battery.py", _C + "stats/cards.py", _C + "stats/numbers.py"),
    ),
    "R3": Requirement(
        "GLI-19, 25 CFR 547.14(b), AGCO 21.1.2: 99 %; Pennsylvania 810a.5(c): 95 %",
        "pass",
        "Every p-value is in the report, so that either level can be read off.",
        (_C + "stats/report.py",),
    ),
    "R4": Requirement(
        "UKGC strategy 3, iTech: raw and scaled output are both tested",
        "pass",
        "rng_raw writes the generator's output before scaling, rng_shoes shuffled shoes, both from "
        "production functions with production seeding.",
        (_C + "management/commands/rng_raw.py", _C + "management/commands/rng_shoes.py"),
    ),
    "R5": Requirement(
        "GLI-19 3.2.3, Pa. 810a.5(d): each selection equally likely",
        "pass",
        "Exact rejection: no modulo bias, no floats; every 8-bit word for every range is tried.",
        (_C + "core/draw.py", _T + "test_draw.py"),
    ),
    "R6": Requirement(
        "GLI-19 3.2.4: independent draws, none discarded for earlier ones",
        "partial",
        "Words are used in the order they come; rejected ones are counted and published. An "
        "operator may stop what is about to fall: who, why, what would have fallen and how often "
        "is public.",
        (_C + "core/draw.py", _T + "test_shoe_verifier.py", _T + "test_withdrawals.py"),
    ),
    "R7": Requirement(
        "GLI-19 3.2.5, AGCO 21.1.3: all outcomes possible in every draw",
        "pass",
        "512 fresh bits for each 52 draws, which take at most 452.",
        (_C + "core/shuffle.py", _T + "test_shuffle.py"),
    ),
    "R8": Requirement(
        "AGCO 21.1.2: the range is the game's",
        "pass",
        "Every range of the house is tried.",
        (_T + "test_draw.py", _T + "test_fall.py"),
    ),
    "R9": Requirement(
        "GLI-19 3.3.1: cryptographically strong against one who knows the source",
        "pass",
        "HMAC_DRBG SHA-512 (SP 800-90A) equals all 1,440 CAVP vectors and OpenSSL's generator. "
        "That is a self-test, no CAVP validation.",
        (_T + "test_drbg_vectors.py", _T + "test_drbg_oracle.py"),
    ),
    "R10": Requirement(
        "GLI-19 3.3.2(a): direct cryptanalytic attack",
        "pass",
        "Each shoe has a generator and a seed of its own; output is published with the finished "
        "shoe only. A card opened before shows its own salt, which tells nothing of another's.",
        (_C + "shoes.py", _C + "core/order.py", _T + "test_shoe_secrets.py"),
    ),
    "R11": Requirement(
        "GLI-19 3.3.2(b): known input; never seeded from time; no synchronised instances",
        "pass",
        "Each byte is the exclusive or of the kernel's (getrandom(2)) and of one that the "
        "processor's jitter seeds: whoever knows one source knows no seed. With the clock of the "
        "day frozen and forked workers all shoes differ.",
        (_C + "core/entropy.py", _C + "core/jitter.py", _T + "test_rng_process.py"),
    ),
    "R12": Requirement(
        "GLI-19 3.3.2(c): external entropy changes the state periodically",
        "pass",
        "A new instance for each shoe and draw, reseeded every 52 draws.",
        (_C + "core/shuffle.py", _T + "test_shuffle.py"),
    ),
    "R13": Requirement(
        "25 CFR 547.14(c)(3), UKGC 7A: seeds as random as the output, independent of it",
        "partial",
        "Two independent sources, never an earlier shoe's generator. Each has a start-up test and "
        "continuous tests of its own (SP 800-90B 4.3, 4.4); a stuck and a biased one of either "
        "stop the house. Of the jitter one bit a sample is claimed and each report has what was "
        "measured (6.3.1, 6.3.8, 6.3.9). Neither source is validated.",
        (
            *(_C + "core/entropy.py", _C + "core/jitter.py", _C + "stats/noise.py"),
            *(_T + "test_rng_process.py", _T + "test_gate.py", _T + "test_noise.py"),
        ),
    ),
    "R14": Requirement(
        "iTech, 25 CFR 547.14(c)(2): background cycling, or reseeding",
        "pass",
        "Reseeding instead of cycling: each shoe has a new seed, so the moment decides nothing.",
        (_C + "core/shuffle.py",),
    ),
    "R15": Requirement(
        "AGCO 21.1.6-7: seeds cannot be found out",
        "partial",
        "Sealed at rest with a key outside the database. A house of real processes at debug level "
        "is searched whole: logs, broker, statements, frames, office, API, error pages, dump; a "
        "planted leak is found in each. No process's role of the database may read the sealed "
        "columns but by the generator's functions. Python cannot promise to wipe memory.",
        (
            *(_C + "seal.py", "casino/database/roles.py", "tests/embedded/test_roles.py"),
            *("tests/secrets/test_no_secret_leaves.py", _T + "test_shoe_secrets.py"),
        ),
    ),
    "R16": Requirement(
        "GLI-19 4.5.1: each implementation is evaluated",
        "pass",
        "There is one; the verifiers generate nothing.",
        (_C + "core/shuffle.py", _C + "core/fall.py"),
    ),
    "R17": Requirement(
        "UKGC 7A, GLI-19 4.5.2, AGCO 21.1.5: nothing adaptive",
        "partial",
        "An order is a function of seed, header, cards and the mix of what was contributed and the "
        "beacon gave; no stake, balance or history goes in. That nobody stops draws by their "
        "stakes is not prevented; a test shows that it is seen.",
        (_T + "test_shuffle.py", _T + "test_fall.py", _T + "test_withdrawals.py"),
    ),
    "R18": Requirement(
        "GLI-19 4.5.2(c): no near miss, no second decision",
        "partial",
        "The page shows the events of the engine; no test compares every animation with them.",
        ("docs/architecture.md",),
    ),
    "R19": Requirement(
        "GLI-19 4.4.4: dealt from a shuffled deck, not shuffled again",
        "pass",
        "The order is committed to before the first card; the player's browser checks each card "
        "against it as it is dealt, and the whole shoe at its end.",
        (_C + "core/order.py", _T + "test_contributed_shoes.py", "tests/browser/test_cut.py"),
    ),
    "R20": Requirement(
        "GLI-19 4.6, RTS 7C: simulated devices behave like real ones",
        "pass",
        "37 pockets, two dice, naturals, dealer's totals and punto banco against exact values.",
        (_C + "stats/exact.py", _C + "stats/numbers.py"),
    ),
    "R21": Requirement(
        "GLI-19 4.5.2(e)(f), 2.6.5(g): network and client decide nothing",
        "pass",
        "The browser computes no result. By the design of the game it contributes entropy: a "
        "secret hashed before the order can be known, and the cut (licences may ask for the cut "
        "alone).",
        ("docs/chance-protocol.md", _T + "test_contributed_shoes.py"),
    ),
    "R22": Requirement(
        "AGCO 21.1.8, GLI-19 4.16: an interrupted selection is kept",
        "pass",
        "Sealed shoe and position change in the transaction that deals; after kill -9 the same "
        "card comes.",
        (_T + "test_shoe_races.py", _T + "test_draw_races.py"),
    ),
    "R23": Requirement(
        "AGCO 21.1.9: failure stops what depends on it until repaired",
        "pass",
        "A failed self-test puts the house in an error state that two persons end; committed shoes "
        "are dealt and revealed.",
        (_C + "conformity/gate.py", _T + "test_gate.py"),
    ),
    "R24": Requirement(
        "AGCO 21.1.10: numbers travel safely",
        "partial",
        "Task arguments are ids only; the process that deals opens the card. Processes share one "
        "operating-system account.",
        ("tables/tasks.py", _T + "test_shoe_secrets.py"),
    ),
    "R25": Requirement(
        "GLI-19 2.3.2: self-verification daily and on demand, digests of 128 bits or more",
        "pass",
        "SHA-256 of every file that makes, keeps or logs chance, at start, daily, by button; one "
        "flipped byte closes a worker. Compiled bytecode on the disk is not hashed.",
        (_C + "conformity/report.py", _C + "conformity/gate.py", _T + "test_gate.py"),
    ),
    "R26": Requirement(
        "GLI-19 A.6.2: output is monitored over a defined period",
        "pass",
        "Each day's shoes and draws, 0.01 of false alarm a year; a planted bias rings.",
        (_C + "monitoring/watch.py", _T + "test_watch.py"),
    ),
    "R27": Requirement(
        "GLI-19 3.3.3: hardware generators",
        "not applicable",
        "A software generator: the jitter is read from the processor's clock by software, and is "
        "watched as a hardware source would be.",
        (),
    ),
    "R28": Requirement(
        "UKGC Annex A, ANJ: a change needs a new test",
        "partial",
        "Changed files close the gate until a new report is signed by a key of the configuration, "
        "and in a licensed house until two persons trust it. The report is our own; what maps a "
        "number to a card's picture lies outside these files.",
        (_C + "conformity/report.py", _C + "conformity/trust.py", _T + "test_trust.py"),
    ),
    "R29": Requirement(
        "GLI-19 2.8.2, 4.14: records",
        "pass",
        "Headers, commitments, contributions, beacon, cut, order, reveals and rounds are kept for "
        "ever, in the public log or in rows that the database does not let change.",
        (_C + "models.py", _C + "log/tree.py", _T + "test_log.py"),
    ),
    "R30": Requirement(
        "GLI submission: documentation for the laboratory",
        "pass",
        "This report, made from the code. The house serves it, and each header has its hash.",
        (_C + "stats/report.py", _T + "test_trust.py"),
    ),
}

LIMITS: Final = (
    "A self-assessment, not a laboratory certificate.",
    "Statistics show the absence of gross bias only; SP 800-22 Rev. 1a is under revision, and weak "
    "generators pass it. Strength comes from the design, its vectors and its review.",
    "Not every scenario can be tested.",
    "The kernel's bytes are conditioned: our health tests find a stuck, biased or short source, "
    "and tell nothing of its entropy. The jitter's is estimated by three of ten estimators, on the "
    "machine of the report alone; whoever runs code on the same processor may learn of it.",
    "The interplay of players' contributions, beacon and cut with the cards is not measured: they "
    "enter the generator as additional input, beside full entropy of the house.",
    "Until all are published, an opened contribution lies readable in the database: who reads it "
    "there may withhold his own in answer. With a beacon it lies there locked.",
    "No outside witness has signed the log unless its checkpoints say so.",
)


def table() -> str:
    """Return the requirements and the limits in Markdown, as `docs/fairness.md` has them."""
    rows = ["| id | asked | state | what we do, and what is missing | what shows it |"]
    rows.append("|---|---|---|---|---|")
    for name, each in REQUIREMENTS.items():
        shown = ", ".join(f"`{path}`" for path in each.evidence) or "-"
        rows.append(f"| {name} | {each.clause} | {each.state} | {each.how} | {shown} |")
    return "\n".join([*rows, "", *(f"- {limit}" for limit in LIMITS)])
