"""The report in the repository speaks for the code in the repository, and nothing else does."""

import ast
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from pytest_django import Settings

from casino.rng import keys
from casino.rng.conformity import report as conformity
from casino.rng.conformity.report import NotConform
from casino.rng.core.constants import VERSION
from casino.rng.stats import battery, page, report
from casino.rng.stats.requirements import LIMITS, REQUIREMENTS, table

ROOT = Path(settings.ROOT)


@pytest.fixture
def kept(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the repository's reports, for a test to spoil; its key is one of the test's."""
    folder = tmp_path / "conformity"
    shutil.copytree(settings.CONFORMITY, folder)
    settings.CONFORMITY = folder
    settings.SIGNING_KEYS = tmp_path / "keys"
    monkeypatch.delenv("CONFORMITY_KEY", raising=False)
    return folder


def only_report(folder: Path) -> Path:
    """The report that speaks for the code, alone in its folder."""
    found = [
        path
        for path in folder.glob("*.json")
        if conformity.unchecked(path)[0]["files"] == conformity.manifest()
    ]
    for path in folder.glob("*.json"):
        if path != found[0]:
            path.unlink()
    return found[0]


def test_the_report_speaks_for_this_code() -> None:
    assert conformity.find().version == VERSION


FILES = conformity.manifest()


def test_every_file_that_makes_chance_is_in_it() -> None:
    """Core, log, models, laws of the database, and the way of a task to them."""
    package = conformity.ROOT / "casino" / "rng"
    whole = [*package.glob("core/*.py"), *package.glob("log/*.py"), *package.glob("sql/*.sql")]
    whole += package.glob("conformity/*.py")
    beside = ("models", "tasks", "secrecy", "shoes", "draws", "seal")
    asked = {f"casino/rng/{name}.py" for name in beside} | {
        "tables/tasks.py",
        "casino/process/worker.py",
    }
    assert {path.relative_to(conformity.ROOT).as_posix() for path in whole} | asked <= FILES.keys()
    assert not conformity.SHOWN & FILES.keys()


def test_what_a_gated_file_imports_of_the_generator_is_gated_too() -> None:
    for name in FILES:
        if not name.startswith("casino/rng/") or not name.endswith(".py"):
            continue
        for module in imported(ast.parse((conformity.ROOT / name).read_text())):
            path = Path(*module.split("."))
            found = {f"{path}.py", f"{path}/__init__.py"}
            there = {each for each in found if (conformity.ROOT / each).exists()}
            assert there <= FILES.keys() | conformity.SHOWN, (name, module)


def imported(source: ast.Module) -> Iterator[str]:
    """The modules of the generator that are named in imports, and their members as if modules."""
    for node in ast.walk(source):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("casino.rng"):
            yield str(node.module)
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.startswith("casino.rng"))


def copied(folder: Path) -> Path:
    """The gated files alone, at their places below a folder."""
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(conformity.ROOT / name, path)
    return folder


@pytest.mark.parametrize("name", sorted(FILES))
def test_one_flipped_byte_is_seen(name: str, tmp_path: Path) -> None:
    copy = copied(tmp_path)
    assert conformity.manifest(copy) == FILES
    path = copy / name
    path.write_bytes(path.read_bytes()[:-1] + b"\x00" if path.stat().st_size else b"\n")
    changed = {n for n, sha in conformity.manifest(copy).items() if sha != FILES[n]}
    assert changed == {name}


@pytest.mark.parametrize(
    "name",
    ["core/switch.py", "conformity/switch.py", "log/switch.py", "switch.py", "sql/switch.sql"],
)
def test_a_new_file_is_seen(name: str, tmp_path: Path) -> None:
    copy = copied(tmp_path)
    (copy / "casino" / "rng" / name).write_text("")
    assert f"casino/rng/{name}" in conformity.manifest(copy)


def test_changed_code_is_told_in_one_sentence_with_its_remedy(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_report(kept)
    changed = {**FILES, "casino/rng/core/draw.py": "0" * 64}
    monkeypatch.setattr(conformity, "manifest", lambda: changed)
    with pytest.raises(NotConform) as refused:
        conformity.find()
    assert "casino/rng/core/draw.py" in str(refused.value)
    assert str(refused.value).endswith("make report")
    assert "\n" not in str(refused.value)


def mutations(whole: dict[str, Any]) -> dict[str, Callable[[], object]]:
    inner = whole["report"]
    return {
        "verdict": lambda: inner.update(passed=not inner["passed"]),
        "file": lambda: inner["files"].update({"casino/rng/core/drbg.py": "0" * 64}),
        "p-value": lambda: next(iter(inner["battery"]["measures"].values())).update(p="0.5"),
        "requirement": lambda: inner["requirements"]["R1"].update(state="pass"),
        "added": lambda: inner.update(certified_by="a laboratory"),
        "removed": lambda: inner.pop("limits"),
        "key": lambda: whole.update(key="00" * 32),
        "signature": lambda: whole.update(signature="00" * 64),
        "no signature": lambda: whole.pop("signature"),
        "fraction": lambda: inner.update(version=1.5),
    }


@pytest.mark.parametrize("which", sorted(mutations({"report": {}})))
def test_a_changed_report_does_not_count(which: str, kept: Path) -> None:
    path = only_report(kept)
    whole = json.loads(path.read_text())
    mutations(whole)[which]()
    path.write_text(json.dumps(whole))
    with pytest.raises(NotConform):
        conformity.find()


def test_a_report_signed_by_a_stranger_does_not_count(kept: Path, settings: Settings) -> None:
    path = only_report(kept)
    conformity.write(path, conformity.unchecked(path)[0])
    with pytest.raises(NotConform, match="not trusted"):
        conformity.find()
    settings.CONFORMITY_TRUST = [conformity.unchecked(path)[1]]
    assert conformity.find().mode == "quick"


def test_the_command_that_signs_adds_no_key_to_those_that_are_trusted(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = conformity.unchecked(only_report(kept))[0]
    monkeypatch.setattr(report, "make", lambda _mode, _tell: made)
    call_command("rng_report", "--quick", out=kept)
    key = conformity.unchecked(kept / f"{VERSION}.json")[1]
    assert key in capsys.readouterr().out
    assert {path.suffix for path in kept.iterdir()} == {".json", ".html"}
    with pytest.raises(NotConform, match="not trusted"):
        conformity.find()


def test_a_full_report_counts_before_a_quick_one_and_the_newest_of_each(
    kept: Path, settings: Settings
) -> None:
    made = conformity.unchecked(only_report(kept))[0]
    times = {"a": "2026-11-26T10:00:00+00:00", "b": "2026-11-25T10:00:00+00:00"}
    for name, at in times.items():
        for mode in ("quick", "full"):
            each = {**made, "mode": mode, "made_at": at}
            conformity.write(kept / f"{name}.{mode}.json", each)
    settings.CONFORMITY_TRUST = [conformity.unchecked(kept / "a.full.json")[1]]
    found = conformity.speaking()
    assert [each.mode for each in found] == ["full", "full", "quick", "quick"]
    assert times["a"] in found[0].body
    assert times["a"] in found[2].body
    assert conformity.find() == found[0]


def test_only_the_configuration_names_the_keys(kept: Path, settings: Settings) -> None:
    key = conformity.find().key
    settings.CONFORMITY_TRUST = ["11" * 32]
    with pytest.raises(NotConform, match="not trusted"):
        conformity.find()
    (kept / "keys").write_text(key)
    with pytest.raises(NotConform, match="not trusted"):
        conformity.find()
    settings.CONFORMITY_TRUST = ["11" * 32, key]
    assert conformity.find().key == key


def test_a_failed_report_is_written_and_does_not_open_the_gate(
    kept: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = {**conformity.unchecked(only_report(kept))[0], "passed": False}
    settings.CONFORMITY_TRUST = [keys.newest("conformity").public]
    monkeypatch.setattr(report, "make", lambda _mode, _tell: failed)
    with pytest.raises(CommandError, match="nothing will be dealt"):
        call_command("rng_report", "--quick", out=kept)
    with pytest.raises(NotConform, match="did not pass"):
        conformity.find()


def test_no_report_at_all(settings: Settings, tmp_path: Path) -> None:
    settings.CONFORMITY = tmp_path / "none"
    with pytest.raises(NotConform, match="no conformity report"):
        conformity.find()


# --- its contents


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return conformity.unchecked(ROOT / "conformity" / f"{VERSION}.json")[0]


def test_it_has_every_requirement_with_evidence_that_is_there(whole: dict[str, Any]) -> None:
    assert list(REQUIREMENTS) == [f"R{number}" for number in range(1, 31)]
    assert whole["requirements"].keys() == REQUIREMENTS.keys()
    for name, each in REQUIREMENTS.items():
        assert each.evidence or each.state == "not applicable", name
        for path in each.evidence:
            assert ROOT.joinpath(path).exists(), (name, path)


def test_the_document_on_fairness_has_the_same_rows() -> None:
    written = ROOT.joinpath("docs/fairness.md").read_text()
    assert table() in written, "put the output of `manage.py rng_report --requirements` there"
    assert table().count("\n| R") == len(REQUIREMENTS)
    assert all(limit in written for limit in LIMITS)


def test_it_claims_no_certificate(whole: dict[str, Any]) -> None:
    assert whole["statement"] == "Self-assessment, not a laboratory certificate."
    assert whole["statement"] in whole["limits"] or any("not a lab" in x for x in whole["limits"])


def test_its_vectors_are_all_right(whole: dict[str, Any]) -> None:
    assert whole["vectors"]["CAVP HMAC_DRBG"] == {"right": 1440, "total": 1440}
    assert whole["vectors"]["SP 800-22"]["right"] == whole["vectors"]["SP 800-22"]["total"] > 900


def test_it_registers_what_the_battery_says(whole: dict[str, Any]) -> None:
    assert whole["battery"]["sizes"] == battery.QUICK.sizes
    assert all(each["failed"] for each in whole["battery"]["controls"].values())


def test_the_same_code_and_seeds_give_the_same_figures(whole: dict[str, Any]) -> None:
    measured = battery.measure(battery.QUICK, "dice", 1, lambda _what, _share: None)
    for name, each in measured.items():
        assert whole["battery"]["measures"][name]["p"] == f"{each.p:.6g}"


def test_the_page_shows_it_and_nothing_from_outside(whole: dict[str, Any]) -> None:
    hostile = {**whole, "commit": "<script>alert(1)</script>"}
    text = page.page(hostile, "aa" * 32, "bb" * 32)
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert text.index("Auto-évaluation") < text.index("Self-assessment")
    assert text.count("<svg") == 2
    for name in (*REQUIREMENTS, *whole["files"].values(), "Témoins défectueux"):
        assert name in text
