"""The rows of the floor: tables, boxes, rounds and their events, jackpots, receipts.

Rows of tables, rounds, their events, floor events and receipts are written by `tables.records`
only, under the table's row lock. Money lives in `casino.ledger`, cards in `casino.rng`.
"""

from tables.models.announcements import AnnouncementAnswer, WrittenAnnouncement
from tables.models.complements import Complement, IdentityCheck
from tables.models.disputes import Dispute, DisputeCorrection, DisputeReader, DisputeRuling
from tables.models.equipment import (
    EquipmentEndorsement,
    EquipmentEntry,
    EquipmentRegister,
    EquipmentSet,
)
from tables.models.jackpots import Claim, ClaimedPot, ClaimPayment, Jackpot, Pot
from tables.models.machine_care import (
    BaseReceipt,
    BundleReceipt,
    Intervention,
    KeyLoan,
    NoteBoxCount,
    Relief,
    SheetBundle,
)
from tables.models.machines import (
    HandPay,
    LastGame,
    Machine,
    MachineBan,
    MachineBase,
    MachineCopy,
    MachineEntry,
    MachinePhotograph,
)
from tables.models.notices import Anomaly, Case, CaseEnd, CaseNote, Notice
from tables.models.rounds import FloorEvent, Receipt, Round, RoundEvent
from tables.models.rule_sets import RuleSet, RuleSetDraft, RuleSetEvent, TheoreticalReturn
from tables.models.sessions import (
    DUTIES,
    Assignment,
    DropCount,
    FixedFloat,
    FloatCount,
    FloatSignature,
    LevyCount,
    LevySignature,
    TableSession,
    Voucher,
    VoucherSignature,
)
from tables.models.tables import Box, ColourChips, Shuffling, Table, Waiting
from tables.models.takings import (
    BetEarnings,
    BetWatch,
    EarningsCounted,
    HourlyEarnings,
    HourlyTakings,
    HourlyTakingsCounted,
    Takings,
    TakingsCounted,
)
from tables.models.talk import Bulletin, BulletinEnd, ChatMessage, Silence, SilenceLifted
from tables.models.tickets import Ticket, TicketEnd

__all__ = [
    "DUTIES",
    "AnnouncementAnswer",
    "Anomaly",
    "Assignment",
    "BaseReceipt",
    "BetEarnings",
    "BetWatch",
    "Box",
    "Bulletin",
    "BulletinEnd",
    "BundleReceipt",
    "Case",
    "CaseEnd",
    "CaseNote",
    "ChatMessage",
    "Claim",
    "ClaimPayment",
    "ClaimedPot",
    "ColourChips",
    "Complement",
    "Dispute",
    "DisputeCorrection",
    "DisputeReader",
    "DisputeRuling",
    "DropCount",
    "EarningsCounted",
    "EquipmentEndorsement",
    "EquipmentEntry",
    "EquipmentRegister",
    "EquipmentSet",
    "FixedFloat",
    "FloatCount",
    "FloatSignature",
    "FloorEvent",
    "HandPay",
    "HourlyEarnings",
    "HourlyTakings",
    "HourlyTakingsCounted",
    "IdentityCheck",
    "Intervention",
    "Jackpot",
    "KeyLoan",
    "LastGame",
    "LevyCount",
    "LevySignature",
    "Machine",
    "MachineBan",
    "MachineBase",
    "MachineCopy",
    "MachineEntry",
    "MachinePhotograph",
    "NoteBoxCount",
    "Notice",
    "Pot",
    "Receipt",
    "Relief",
    "Round",
    "RoundEvent",
    "RuleSet",
    "RuleSetDraft",
    "RuleSetEvent",
    "SheetBundle",
    "Shuffling",
    "Silence",
    "SilenceLifted",
    "Table",
    "TableSession",
    "Takings",
    "TakingsCounted",
    "TheoreticalReturn",
    "Ticket",
    "TicketEnd",
    "Voucher",
    "VoucherSignature",
    "Waiting",
    "WrittenAnnouncement",
]
