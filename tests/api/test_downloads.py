"""Every file that leaves the house is written by one module, and carries no formula."""

import ast
import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from casino.http import downloads
from casino.http.downloads import Money
from casino.players.models import Player
from tables.history import round_report
from tables.models import Table
from tables.revenue.admin.takings import BY
from tests import campaign
from tests.admin.office import sign_in
from tests.api.asking import browser, win
from tests.floor import House
from tests.tables.test_disputes import disputed

ROOT: Final = Path(__file__).parents[2]
FORMULA: Final = "=HYPERLINK(1)"
WRITERS: Final = {
    "csv_response",
    "csv_stream",
    "data_csv_response",
    "json_response",
    "json_stream",
    "jsonl_response",
    "pdf_response",
    "pdf_stream",
    "xlsx_response",
}


def calls(path: Path) -> Iterator[str]:
    """Give the functions of a module that make a file, by their names."""
    for each in ast.walk(ast.parse(path.read_text())):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            for inner in ast.walk(each):
                if (
                    isinstance(inner, ast.Attribute)
                    and isinstance(inner.value, ast.Name)
                    and (inner.value.id, inner.attr in WRITERS) == ("downloads", True)
                ):
                    yield f"{path.stem}.{each.name}"


def sources() -> Iterator[Path]:
    for top in ("casino", "tables"):
        yield from (ROOT / top).rglob("*.py")


async def joined(sent: Any) -> bytes:
    return b"".join([each async for each in sent])


def fetched(client: Client, address: str, language: str) -> tuple[Any, bytes]:
    answer: Any = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200, address
    parts = getattr(answer, "streaming_content", None)
    return answer, answer.content if parts is None else async_to_sync(joined)(parts)


def test_one_module_writes_every_file() -> None:
    for path in sources():
        text = path.read_text()
        if path.name != "downloads.py":
            assert "attachment;" not in text, path
            assert "csv.writer" not in text, path


def addresses(house: House) -> dict[str, list[tuple[str, str]]]:
    """Return who fetches what, by the function that makes the file."""
    round_id = win(house, "ann")
    # A shown name may be older than the rule that refuses it, and a table's.
    Player.objects.filter(pk=house.player("ann").pk).update(display_name=FORMULA)
    Table.objects.filter(pk=house.table_id).update(name=FORMULA)
    found = disputed(house, "ann", round_id)
    report = reverse("admin:tables_takings_report")
    shared = reverse("shared_round_file", args=[round_report.shared_address(round_id)])
    return {
        "account.data": [("ann", reverse("own_data"))],
        "account.statement": [("ann", reverse("statement_file"))],
        "rounds.rounds_file": [("ann", reverse("rounds_file"))],
        "rounds._round_as_csv": [
            ("ann", reverse("round_file", args=[round_id])),
            ("bob", shared),
        ],
        "pdf.rounds_pdf": [("ann", reverse("rounds_paper"))],
        "disputes.dossier_file": [("ann", reverse("dossier_file", args=[round_id]))],
        "admin.file_view": [("office", reverse("admin:tables_dispute_file", args=[found.pk]))],
        "machines.export_view": [("office", reverse("admin:tables_machinecopy_export"))],
        "report_files.people_csv": [("office", f"{report}?by={by}&format=csv") for by in BY],
        "report_files.program_csv": [("office", f"{report}?by={by}&format=data") for by in BY],
        "report_files.workbook": [("office", f"{report}?by={by}&format=xlsx") for by in BY],
        "report_files.paper": [("office", f"{report}?by={by}&format=pdf") for by in BY],
    }


@pytest.mark.campaign
@pytest.mark.parametrize("language", campaign.sample(2, ["fr", "en"]))
def test_no_file_of_the_house_carries_a_formula(house: House, language: str) -> None:
    wanted = addresses(house)
    made = {name for path in sources() for name in calls(path) if path.name != "downloads.py"}
    assert made == wanted.keys(), "every function that makes a file is walked"
    Player.objects.update(language=language)
    clients = {name: browser(house, name) for name in ("ann", "bob")}
    clients["office"] = sign_in("superuser")
    mark = {"fr": ";", "en": ","}[language]
    tables = 0
    for name, address in [each for several in wanted.values() for each in several]:
        answer, body = fetched(clients[name], address, language)
        assert answer["Content-Disposition"].startswith('attachment; filename="'), address
        if answer["Content-Type"] != "text/csv; charset=utf-8":
            continue
        tables += 1
        for_program = address.endswith("format=data")
        assert body.startswith("\ufeff".encode()) != for_program, address
        separator = "," if for_program else mark
        head, *rows = csv.reader(StringIO(body.decode("utf-8-sig")), delimiter=separator)
        assert len(head) > 3, address
        assert all(len(row) == len(head) for row in rows), address
        for cell in (cell for row in rows for cell in row):
            assert not cell.startswith(("=", "+", "@", "\t")), (address, cell)
            number = cell[1:].replace(",", "").replace(".", "").removesuffix("%")
            assert not cell.startswith("-") or number.isdigit(), (address, cell)
    assert tables == 4 + 2 * len(BY)
    planted = fetched(clients["ann"], reverse("rounds_file"), language)[1].decode()
    assert f"'{FORMULA}" in planted, "the formula was in the way"


def test_a_cell_is_written_as_its_reader_s_spreadsheet_reads_it() -> None:
    row = ('é;,"', "=1", " +1", "＠x", "-", Money(-5), Money(123_45), -5, 0.25, None)
    assert downloads.csv_text([row], french=True) == (
        "\"é;,\"\"\";'=1;' +1;'＠x;'-;-0,05;123,45;-5;0,25;\r\n"
    )
    assert downloads.csv_text([row], french=False) == (
        "\"é;,\"\"\",'=1,' +1,'＠x,'-,-0.05,123.45,-5,0.25,\r\n"
    )
