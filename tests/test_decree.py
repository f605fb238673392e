"""The clauses that no game keeps by itself: each is traced, and what has code is reached."""

import re
from io import StringIO

import pytest
from django.core.management import call_command

from tables import decree
from tables.management.commands.clauses import TESTS, proofs
from tests.games.reachability import ENTRANCES, Node, Sources, project_sources, reachable_from

LISTS = {one.key: one for one in decree.catalogue_texts()}
CLAUSES = {clause.id: clause for one in LISTS.values() for clause in one.clauses}


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=CLAUSES)
def test_every_clause_says_where_it_is_kept_or_what_is_missing(
    clause: decree.HouseClause,
) -> None:
    assert len([each for each in (clause.code, clause.otherwise, clause.missing) if each]) == 1
    assert clause.tag or clause.id.startswith("COMMON")


def node(sources: Sources, path: str) -> Node:
    """Return the node of a dotted path: the longest module of it, and the name in that."""
    parts = path.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        if ".".join(parts[:cut]) in sources.texts:
            return ".".join(parts[:cut]), ".".join(parts[cut:])
    raise AssertionError(f"{path} is nowhere.")


def test_the_code_of_every_clause_is_there_and_reached() -> None:
    sources = Sources(project_sources("tables", "casino"))
    found = reachable_from(sources, (*ENTRANCES, "casino.rng.tasks"))
    wanted = {clause.id: node(sources, clause.code) for clause in CLAUSES.values() if clause.code}
    assert [each for each, code in wanted.items() if code not in sources.code] == []
    assert [each for each, code in wanted.items() if not found.holds(code, sources)] == []


def test_every_clause_with_code_has_a_test_and_no_other_claims_one() -> None:
    proven = proofs(TESTS)
    assert [each.id for each in CLAUSES.values() if each.code and not proven.get(each.id)] == []
    lists = re.compile(rf"({'|'.join(LISTS)})-\w+$")
    assert [each for each in proven if lists.match(each) and each not in CLAUSES] == []


def test_the_second_shuffle_stands_alike_wherever_the_order_asks_for_it() -> None:
    out = StringIO()
    call_command("clauses", stdout=out)
    asking = ("MC-EQ-21 ", "MC-015 ", "MC-BTV-12 ")
    told = [line for line in out.getvalue().splitlines() if line.strip().startswith(asking)]
    assert len(told) == len(asking)
    assert {line[line.index("not built yet") :] for line in told} == {
        "not built yet: a second permutation; the certified generator makes every order equally "
        "likely, and another permutation leaves it so"
    }


def test_the_command_lists_them_with_code_tests_and_what_is_missing() -> None:
    out = StringIO()
    call_command("clauses", "--book", "MC-EQ", stdout=out)
    lines = out.getvalue().splitlines()
    assert len(lines) == 61
    told = next(line for line in lines if "MC-EQ-30" in line)
    code = r"tables\.shoes\.requests\.request_shoe_for_resumption"
    assert re.search(rf"ENGINE, art\. 1\.3 +{code} +\[test_mc_019_\w+", told)
    assert "not built yet: " in next(line for line in lines if "MC-EQ-21" in line)
    everything = StringIO()
    call_command("clauses", stdout=everything)
    for key in LISTS:
        assert f"\n{key}  " in everything.getvalue()
