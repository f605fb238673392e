"""Rule sets in the office: drafted option by option, published, compared, never edited."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from casino.players.models import Player
from casino.responsible_gaming.jurisdiction import load
from tables.games import GAMES
from tables.games.big_wheel.rules import SEGMENTS
from tables.games.core.demo import DemoTable
from tables.games.core.options import PerBet
from tables.games.core.price import Report
from tables.games.core.protocol import Refused
from tables.models import RuleSet, RuleSetDraft, Table
from tables.rules import returns
from tables.rules import services as books
from tests import campaign
from tests.admin.office import as_fetched, sign_in, url
from tests.floor import House
from tests.jackpots import SPLIT_ACES
from tests.published import publish
from tests.tables.test_option_laws import most_aces

CHOICES = GAMES["blackjack"].books["FR-2024"].choices


@pytest.fixture
def root(house: House) -> Client:
    return sign_in("superuser")


def begin(root: Client, **given: str) -> Any:
    page = reverse("admin:tables_rulesetdraft_add")
    series = {"draft": str(uuid4()), "series": "FR-2024/maison", "text": "blackjack/FR-2024"}
    return root.post(page, {**series, "amends": "", "reason": "", **given})


def page_of(draft: RuleSetDraft, verb: str = "change") -> str:
    return reverse(f"admin:tables_rulesetdraft_{verb}", args=[draft.pk])


def shown(root: Client, draft: RuleSetDraft) -> dict[str, Any]:
    """Return what the form of a draft would send back as it is."""
    return dict(as_fetched(root, page_of(draft)))


_read: Final[dict[str, dict[str, Any]]] = {}


def begun(root: Client, text: str) -> tuple[RuleSetDraft, dict[str, Any]]:
    """Begin the only draft, of this text; return it, and what `shown` returns.

    The form is read once for each text: to draw it costs as much as all else of a test of a value.
    """
    begin(root, text=text)
    draft = RuleSetDraft.objects.get()
    if text not in _read:
        _read[text] = shown(root, draft)
    return draft, _read[text]


def test_the_form_has_every_option_with_its_values_and_clause(root: Client) -> None:
    begin(root)
    draft = RuleSetDraft.objects.get()
    answer = root.get(page_of(draft), headers={"accept-language": "en"})
    form, page = answer.context["form"], answer.content.decode()
    assert set(CHOICES) < set(form.fields)
    clauses = {each.id: each for each in GAMES["blackjack"].books["FR-2024"].clauses}
    for name, choice in CHOICES.items():
        assert form.fields[name].disabled == (choice.kind == "fixed")
        assert f"<strong>{choice.clause}</strong>" in form.fields[name].help_text
        assert clauses[choice.clause].en.split("&")[0][:20] in page.replace("&#x27;", "'")


def test_options_are_revised_and_published_from_the_form(root: Client, house: House) -> None:
    begin(root, amends=house.table.rules_id)
    draft = RuleSetDraft.objects.get()
    assert draft.options == RuleSet.objects.get().options
    given = {**shown(root, draft), "max_multiple": "50", "max_splits": "3", "surrender": "true"}
    assert root.post(page_of(draft), given)["Location"] == page_of(draft)
    draft = RuleSetDraft.objects.get()
    changed = {"max_multiple": 50, "max_splits": 3, "surrender": True}
    assert draft.options == RuleSet.objects.get().options | changed
    page = root.get(page_of(draft, "publish")).content.decode()
    assert all(name in page for name in changed)
    done = root.post(page_of(draft, "publish"), {"revision": draft.revision, "reason": "summer"})
    rules = RuleSet.objects.get(key="FR-2024/maison")
    assert done["Location"] == url(RuleSet, "change", rules)
    assert (rules.published_by.username, rules.reason) == ("the.superuser", "summer")
    page = root.get(url(RuleSet, "change", rules)).content.decode()
    assert "summer" in page
    assert "FR-2024-147" in page, "the difference from what it amends"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("max_multiple", "75"),
        ("layout_boxes", "8"),
        ("stop_card_cards_behind", "51"),
        ("stop_card_cards_behind", ""),
        ("stop_card_cards_behind", "9999"),
        ("table_min_cents", "0"),
        ("table_min_cents", "many"),
        ("enabled_side_bets", "roulette"),
        ("surrender", "perhaps"),
        ("jp1_contribution_secondary_bps", "10001"),
    ],
)
def test_a_value_that_the_text_does_not_allow_is_refused_with_the_clause(
    root: Client, option: str, value: str
) -> None:
    draft, form = begun(root, "blackjack/FR-2024")
    answer = root.post(page_of(draft), {**form, option: value})
    assert answer.status_code == 200
    assert CHOICES[option].clause in str(answer.context["form"].errors[option])
    assert RuleSetDraft.objects.get().options == {}


def test_a_fixed_option_keeps_the_text_s_value_whatever_is_sent(root: Client) -> None:
    begin(root)
    draft = RuleSetDraft.objects.get()
    assert root.post(page_of(draft), {**shown(root, draft), "decks": "8"}).status_code == 302
    assert RuleSetDraft.objects.get().options == {}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("series", ""),
        ("series", "../up"),
        ("series", "FR-2024/maison/v2"),
        ("text", "blackjack/FR-1907"),
        ("amends", "nobody"),
    ],
)
def test_a_draft_that_cannot_be_begun_is_asked_again(root: Client, field: str, value: str) -> None:
    answer = begin(root, **{field: value})
    assert answer.status_code == 200
    assert field in answer.context["form"].errors
    assert not RuleSetDraft.objects.exists()


def test_a_draft_of_another_text_is_refused(root: Client, house: House) -> None:
    answer = begin(root, amends=house.table.rules_id, text="blackjack/MC")
    assert "autre texte" in str(answer.context["form"].errors["text"])


def test_who_saves_what_another_has_changed_is_told(root: Client) -> None:
    begin(root)
    draft = RuleSetDraft.objects.get()
    given = shown(root, draft)
    assert root.post(page_of(draft), {**given, "surrender": "true"}).status_code == 302
    answer = root.post(page_of(draft), {**given, "max_multiple": "50"})
    assert "a changé" in answer.content.decode()
    assert RuleSetDraft.objects.get().options == {"surrender": True}


def test_a_draft_is_discarded_with_a_reason(root: Client) -> None:
    begin(root)
    draft = RuleSetDraft.objects.get()
    assert root.post(page_of(draft, "discard"), {"reason": ""}).status_code == 200
    assert root.post(page_of(draft, "discard"), {"reason": "not now"}).status_code == 302
    assert not RuleSetDraft.objects.exists()


def test_a_rule_set_is_never_edited(root: Client, house: House) -> None:
    base = RuleSet.objects.get()
    page = url(RuleSet, "change", base)
    assert root.get(page).status_code == 200
    assert root.post(page, {"key": base.key, "options": "{}"}).status_code == 403
    assert root.get(reverse("admin:tables_ruleset_add")).status_code == 403
    assert RuleSet.objects.get().options == base.options


def test_two_sets_are_compared(root: Client, house: House) -> None:
    page = reverse("admin:tables_ruleset_compare")
    compare = root.get(url(RuleSet, "change", house.table.rules)).context["orders"][0]["url"]
    assert as_fetched(root, compare)["after"] == [house.table.rules_id]
    told = root.get(page, {"after": house.table.rules_id}).content.decode()
    assert "table_min_cents" in told
    assert "sans limite" in told
    same = {"before": house.table.rules_id, "after": house.table.rules_id}
    assert "Aucune différence." in root.get(page, same).content.decode()


def test_a_set_names_the_tables_that_deal_by_it(root: Client, house: House) -> None:
    page = url(RuleSet, "change", RuleSet.objects.get())
    assert house.table.name.replace("'", "&#x27;") in root.get(page).content.decode()
    Table.objects.update(follows_series=True)
    assert "suit la série" in root.get(page).content.decode()


@pytest.mark.parametrize("role", ["clerk", "reader", "operator"])
def test_only_those_who_may_publish_act_on_drafts(root: Client, role: str) -> None:
    begin(root)
    draft, somebody = RuleSetDraft.objects.get(), sign_in(role)
    for verb in ("change", "publish", "discard"):
        given = {"revision": 1, "reason": "x"}
        assert somebody.post(page_of(draft, verb), given).status_code == 403
    assert somebody.get(page_of(draft)).status_code == (403 if role == "clerk" else 200)
    assert RuleSetDraft.objects.get() == draft


def every_set() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield game, text and options: every text as it is, the demo house's sets, and more."""
    for game, engine in GAMES.items():
        for key in engine.books:
            yield game, key, {}
        # In the short form these go through the forms below alone.
        for table in engine.demo_tables if campaign.SOAK else ():
            yield game, table.book, dict(table.options)
    yield "european_roulette", "MC", {"table_max_cents": 500_00, "announced_bets": []}
    yield "european_roulette", "MC", {"table_max_cents": {}, "announced_bets": ["finales_n"]}
    for order in (["queen_of_hearts", "hyper"], ["hyper", "queen_of_hearts"]):
        yield "blackjack", "FR-2024", {"enabled_side_bets": order, "max_splits": 3}
    yield "blackjack", "MC", {"enabled_side_bets": ["split_aces"], "split_aces": SPLIT_ACES}
    asked = [{**line, "suited": line.get("suited")} for line in SPLIT_ACES["pay_table"]]
    yield "blackjack", "MC", {"split_aces": {**SPLIT_ACES, "pay_table": asked}}
    yield "blackjack", "MC", {"split_aces": most_aces()}
    yield "big_wheel", "MC", {"segment_order": [*SEGMENTS[::-1]], "joker_odds": 45}
    yield "chemin_de_fer", "MC", {"garage_from_cents": 500_00}
    yield "chemin_de_fer", "MC", {"table_max_cents": {"bank": 500_00, "banco": 700_00}}


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("game", "text", "options"),
    [pytest.param(*each, id=f"{each[0]}-{each[1]}-{nth}") for nth, each in enumerate(every_set())],
)
def test_the_form_of_any_draft_sent_back_as_it_is_changes_nothing(
    root: Client, game: str, text: str, options: dict[str, Any]
) -> None:
    operator = Player.objects.get(username="the.superuser")
    draft = books.begin_draft(
        draft_id=uuid4(), series="x", game=game, book=text, options=options, operator=operator
    )
    answer = root.post(page_of(draft), as_fetched(root, page_of(draft)))
    assert answer.status_code == 302, answer.context["form"].errors
    after = RuleSetDraft.objects.get(pk=draft.pk)
    assert after.options == draft.options
    assert books.differences(None, after) == books.differences(None, draft)


@pytest.mark.parametrize(
    ("game", "table"),
    [
        pytest.param(game, table, id=table.name)
        for game, engine in GAMES.items()
        for table in engine.demo_tables
    ],
)
def test_the_next_version_of_every_demo_set_is_begun_and_revised_from_the_forms_as_they_are(
    root: Client, game: str, table: DemoTable
) -> None:
    first = publish(table.series, table.book, game, **table.options)
    page = root.get(url(RuleSet, "change", first)).context["orders"][-1]["url"]
    begun = root.post(page, as_fetched(root, page))
    assert begun.status_code == 302, begun.context["form"].errors
    draft = RuleSetDraft.objects.get(amends=first)
    assert draft.options == first.options
    answer = root.post(page_of(draft), as_fetched(root, page_of(draft)))
    assert answer.status_code == 302, answer.context["form"].errors
    assert RuleSetDraft.objects.get(pk=draft.pk).options == first.options
    given = as_fetched(root, page_of(draft, "publish")) | {"reason": "next"}
    assert root.post(page_of(draft, "publish"), given).status_code == 302
    assert RuleSet.objects.get(series=table.series, version=2).options == first.options


@pytest.mark.parametrize(
    "written", ["", "nine", "0", "-1", "1.5", '{"straight": 0}', '{"basket": 500}', "true", "null",
                "[1]", '{"straight": "5"}', "NaN", "9" * 30, "9" * 5000, "[" * 5000],
)  # fmt: skip
def test_maxima_that_the_text_does_not_allow_are_refused_with_the_clause(
    root: Client, written: str
) -> None:
    draft, form = begun(root, "european_roulette/MC")
    answer = root.post(page_of(draft), {**form, "table_max_cents": written})
    assert answer.status_code == 200
    assert "MC-EROU-10" in str(answer.context["form"].errors["table_max_cents"])


def test_maxima_by_kind_of_bet_are_revised_from_the_form(root: Client) -> None:
    begin(root, text="european_roulette/MC")
    draft = RuleSetDraft.objects.get()
    maxima = {"straight": 5000, "red": 100000}
    typed = {f"table_max_cents-{bet}": str(most) for bet, most in maxima.items()}
    given = {**shown(root, draft), "table_max_cents": ""} | typed
    assert root.post(page_of(draft), given).status_code == 302
    assert RuleSetDraft.objects.get().options == {"table_max_cents": maxima}


def test_an_order_is_revised_from_the_form_and_refused_where_a_word_is_missing(
    root: Client,
) -> None:
    draft, form = begun(root, "big_wheel/MC")
    order = [*SEGMENTS[::-1]]
    for wrong in ("", " ".join(order[1:]), " ".join(["one", *order[1:]]), "nonsense"):
        answer = root.post(page_of(draft), {**form, "segment_order": wrong})
        assert answer.status_code == 200
        assert "MC-WHEEL-16" in str(answer.context["form"].errors["segment_order"])
    given = {**form, "segment_order": "\n".join(order)}
    assert root.post(page_of(draft), given).status_code == 302
    assert RuleSetDraft.objects.get().options == {"segment_order": order}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_maxima_have_an_input_for_each_bet_which_says_what_is_wrong(
    root: Client, language: str
) -> None:
    begin(root, text="european_roulette/MC")
    draft, headers = RuleSetDraft.objects.get(), {"accept-language": language}
    page = root.get(page_of(draft), headers=headers).content.decode()
    at = ("fr", "en").index(language)
    choice = GAMES["european_roulette"].books["MC"].choices["table_max_cents"]
    assert isinstance(choice.form, PerBet)
    for bet, said in {"": ("toutes les mises", "all bets"), **choice.form.bets}.items():
        name = f"id_table_max_cents-{bet}".rstrip("-")
        assert f'<label for="{name}">{said[at]}</label>' in page
    typed = {"table_max_cents-straight": "0", "table_max_cents-red": "many"}
    answer = root.post(page_of(draft), {**shown(root, draft), **typed}, headers=headers)
    told = answer.context["form"].errors["table_max_cents"]
    named = (("Rouge", "Plein"), ("Red", "Straight"))[at]
    assert [name in each for name, each in zip(named, told, strict=True)] == [True, True]
    assert all("MC-EROU-10" in each for each in told)
    assert 'value="many"' in answer.content.decode()
    both = {"table_max_cents": "5000", "table_max_cents-red": "500"}
    answer = root.post(page_of(draft), {**shown(root, draft), **both}, headers=headers)
    (told,) = answer.context["form"].errors["table_max_cents"]
    assert ("mais pas les deux", "but not both")[at] in told
    assert RuleSetDraft.objects.get().options == {}


ACES: Final = {
    "split_aces-stake_cents": "500",
    "split_aces-seed_cents": "100000",
    "split_aces-contribution_bps": "4000",
    "split_aces-pay_table-0-id": "suited",
    "split_aces-pay_table-0-aces": "2",
    "split_aces-pay_table-0-suited": "true",
    "split_aces-pay_table-0-progressive_pct": "100",
    # A line that is left empty is none.
    "split_aces-pay_table-2-id": "one",
    "split_aces-pay_table-2-aces": "1",
    "split_aces-pay_table-2-to_one": "1",
}


def test_an_object_of_a_game_s_own_is_revised_from_the_form_and_taken_away(root: Client) -> None:
    begin(root, text="blackjack/MC")
    draft = RuleSetDraft.objects.get()
    answer = root.post(page_of(draft), {**shown(root, draft), **ACES})
    assert answer.status_code == 302, answer.context["form"].errors
    draft = RuleSetDraft.objects.get()
    assert draft.options == {
        "split_aces": {
            "stake_cents": 500,
            "seed_cents": 1000_00,
            "contribution_bps": 4000,
            "pay_table": [
                {"id": "suited", "aces": 2, "suited": True, "progressive_pct": 100},
                {"id": "one", "aces": 1, "to_one": 1},
            ],
        }
    }
    empty = {name: "" for name in shown(root, draft) if name.startswith("split_aces-")}
    assert root.post(page_of(draft), {**shown(root, draft), **empty}).status_code == 302
    assert RuleSetDraft.objects.get().options == {}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"stake_cents": "0"}, "« Mise »"),
        ({"stake_cents": ""}, "« Mise »"),
        ({"seed_cents": "9" * 5000}, "« Départ de la cagnotte »"),
        ({"contribution_bps": "10001"}, "de 0 % à 100 %"),
        ({"pay_table-0-aces": "5"}, "« As 1 » : de 0 à 4"),
        ({"pay_table-2-id": ""}, "« Nom 2 » : de 1 à 40 signes"),
        ({"pay_table-2-id": "x" * 41}, "« Nom 2 »"),
        ({"pay_table-2-id": "suited"}, "MC-108"),
        ({"pay_table-0-suited": "perhaps"}, "« Enseigne 1 »"),
        ({"pay_table-0-to_one": "1"}, "MC-108"),
        ({"pay_table-0-progressive_pct": ""}, "MC-108"),
        ({name.partition("-")[2]: "" for name in ACES if "pay_table" in name}, "Il faut une ligne"),
    ],
)
def test_an_object_that_the_text_does_not_allow_is_refused_with_the_clause(
    root: Client, typed: dict[str, str], told: str
) -> None:
    draft, form = begun(root, "blackjack/MC")
    wrong = {f"split_aces-{name}": value for name, value in typed.items()}
    answer = root.post(page_of(draft), {**form, **ACES, **wrong})
    assert answer.status_code == 200
    (error,) = answer.context["form"].errors["split_aces"]
    assert told in error
    assert "MC-108" in error
    assert RuleSetDraft.objects.get().options == {}


FAVOURABLE: Final = [
    (
        "FR-2024",
        {"enabled_side_bets": ["jp1"]},
        ("JP1", "JP1"),
        "56.268",
        "70522/125333",
        "jp1_contribution_total_bps",
        ("de 2500 à 4373", "from 2500 to 4373"),
        {"jp1_contribution_total_bps": 3500},
    ),
    (
        "FR-2024",
        {
            "enabled_side_bets": ["queen_of_hearts"],
            "queen_of_hearts_pay_table": "B",
            "queen_couleur": "colour",
        },
        ("Dames de cœur", "Queens of hearts"),
        "7.293",
        "3765863/51637196",
        "queen_couleur",
        ("(queen_couleur) = l’enseigne", "(queen_couleur) = the suit"),
        {"queen_couleur": "suit"},
    ),
    (
        "FR-2007",
        {"enabled_side_bets": ["lucky_ladies"]},
        ("Lucky ladies", "Lucky ladies"),
        "2.004",
        "39799/1986046",
        "queen_pair_rule",
        (
            "(queen_pair_rule) = même rang, même couleur",
            "(queen_pair_rule) = same rank and suit",
        ),
        {"queen_pair_rule": "same_rank_same_couleur"},
    ),
    (
        "FR-2007",
        {"surrender": True},
        ("Jeu principal", "Main game"),
        "0.193",
        "",
        "surrender",
        ("(surrender) = non", "(surrender) = no"),
        {"surrender": False},
    ),
]


@pytest.mark.campaign
@pytest.mark.parametrize(("case", "language"), campaign.combinations(FAVOURABLE, ["fr", "en"]))
def test_who_publishes_what_favours_the_player_is_told_the_bet_the_edge_and_a_mend_that_publishes(
    root: Client, case: tuple[Any, ...], language: str
) -> None:
    book, options, name, loss, exact, option, mend, mended = case
    operator = Player.objects.get(username="the.superuser")
    draft = books.begin_draft(
        draft_id=uuid4(),
        series="x",
        game="blackjack",
        book=book,
        options=options,
        operator=operator,
    )
    at = ("fr", "en").index(language)
    given = {"revision": draft.revision, "reason": "saison"}
    headers = {"accept-language": language}
    answer = root.post(page_of(draft, "publish"), given, headers=headers)
    assert answer.status_code == 200
    (told,) = answer.context["form"].non_field_errors()
    assert name[at] in told
    assert (loss.replace(".", ",") if language == "fr" else loss) in told
    assert exact in told
    assert option in told
    assert mend[at] in told
    words = (
        ("avantage le joueur", "Cela dépend de", "Pour y remédier"),
        ("favours the player", "This depends on", "What would mend it"),
    )
    assert all(word in told for word in words[at])
    assert not any(word in told for word in words[1 - at])
    assert "None" not in told
    assert not RuleSet.objects.filter(series="x").exists()

    form = root.get(page_of(draft), headers=headers).context["form"]
    if option == "jp1_contribution_total_bps":
        beside = ("le catalogue propose de 2500 à 3500", "the catalogue proposes 2500 to 3500")
        assert beside[at] in form.fields[option].help_text
    books.revise_draft(draft.pk, revision=1, options=draft.options | mended, operator=operator)
    draft = RuleSetDraft.objects.get(pk=draft.pk)
    given = {"revision": draft.revision, "reason": "saison"}
    assert root.post(page_of(draft, "publish"), given).status_code == 302
    assert RuleSet.objects.get(series="x").published_by == operator


def test_the_bounds_that_are_proposed_are_those_that_publish() -> None:
    """The last contribution of JP1 that does not cost the house, and the first that does."""
    for bps, refused in ((2500, 0), (3500, 0), (4373, 0), (4374, 1)):
        options = {"enabled_side_bets": ["jp1"], "jp1_contribution_total_bps": bps}
        assert len(returns.bets_favouring_players("blackjack", "FR-2024", options)) == refused


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_set_of_any_game_is_published_when_a_bet_of_it_favours_the_player(
    house: House, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard reads the prices of whatever game it is: here each game's dearest bet is given."""
    pricing = GAMES[game].pricing
    assert pricing is not None

    def dear(rules: Any) -> Report:
        report = pricing.report(rules)
        first, *others = report.bets
        return replace(report, bets=(replace(first, edge=Fraction(-1, 100), worst=None), *others))

    monkeypatch.setattr(type(GAMES[game]), "pricing", replace(pricing, report=dear))
    operator = Player.objects.create_superuser("the.publisher", password="pass")
    (book, *_) = GAMES[game].books
    draft = books.begin_draft(
        draft_id=uuid4(), series="x", game=game, book=book, options={}, operator=operator
    )
    with pytest.raises(Refused, match="favours_player") as refused:
        books.publish_draft(draft.pk, revision=1, operator=operator, reason="saison")
    assert refused.value.detail["edge"] == "-1.000"


@pytest.mark.parametrize(
    ("language", "own", "other"),
    [
        ("fr", ("rédigé", "Série", "Motif", "Publier pour toujours"), ("drafted", "Series")),
        ("en", ("drafted", "Series", "Reason", "Publish for ever"), ("rédigé", "Motif", "Publier")),
    ],
)
def test_the_pages_of_rule_sets_speak_one_language(
    root: Client, house: House, language: str, own: tuple[str, ...], other: tuple[str, ...]
) -> None:
    begin(root, amends=house.table.rules_id)
    draft = RuleSetDraft.objects.get()
    pages = "".join(
        root.get(page, headers={"accept-language": language}).content.decode()
        for page in (
            page_of(draft),
            page_of(draft, "publish"),
            reverse("admin:tables_rulesetevent_changelist"),
            reverse("admin:tables_rulesetdraft_changelist"),
            reverse("admin:tables_ruleset_changelist"),
            url(RuleSet, "change", house.table.rules),
        )
    )
    assert all(word in pages for word in own)
    assert not any(re.search(rf"\b{word}\b", pages) for word in other)


@pytest.mark.django_db
def test_mc_boule_09_the_control_agrees_to_limits_in_the_office(root: Client) -> None:
    wrote = Player.objects.create_superuser("wrote", password="pass")
    draft = books.begin_draft(
        draft_id=uuid4(),
        series="MC/plateau",
        game="boule",
        book="MC",
        options={"table_min_cents": 500},
        operator=wrote,
    )
    page = reverse("admin:tables_rulesetdraft_change", args=[draft.pk])
    agree = reverse("admin:tables_rulesetdraft_agree", args=[draft.pk])
    control = Player.objects.create_user("agrees", password="pass", is_staff=True)
    control.user_permissions.add(
        *Permission.objects.filter(codename__in=["view_rulesetdraft", "agree_to_rules"])
    )
    client = Client()
    client.force_login(control)
    shown = client.get(page).content.decode()
    assert agree in shown
    assert reverse("admin:tables_rulesetdraft_publish", args=[draft.pk]) not in shown
    assert client.post(agree, {"revision": 2}).status_code == 200, "it was another draft"
    assert books.options_to_agree(draft)
    assert client.post(agree, {"revision": 1}).status_code == 302
    assert not books.options_to_agree(draft)
    shown = client.get(page).content.decode()
    assert agree not in shown
    assert "accordé par le contrôle" in shown
    client.force_login(Player.objects.create_user("looks", password="pass", is_staff=True))
    assert client.post(agree, {"revision": 1}).status_code == 403


def test_the_publishing_page_says_which_tables_take_the_version_and_which_do_not(
    root: Client, house: House
) -> None:
    series = house.table.rules.series
    begin(root, series=series)
    draft = RuleSetDraft.objects.get(series=series)
    page = root.get(page_of(draft, "publish"), headers={"accept-language": "en"}).content.decode()
    assert "Will keep their version: " in page
    assert f"/order/follow_series/?tables={house.table_id}" in page
    Table.objects.update(follows_series=True)
    page = root.get(page_of(draft, "publish"), headers={"accept-language": "en"}).content.decode()
    assert "Will take it, from its date on: " in page
    assert "Will keep their version" not in page
    begin(root, series="nowhere")
    other = RuleSetDraft.objects.get(series="nowhere")
    page = root.get(page_of(other, "publish"), headers={"accept-language": "en"}).content.decode()
    assert "No table deals by it" in page


def test_a_licensed_house_offers_its_licence_s_texts_alone(
    root: Client, house: House, settings: Settings
) -> None:
    publish("MC/one", "MC")
    settings.PROFILE = load("mc")
    for page in ("/admin/tables/rulesetdraft/add/", "/admin/tables/table/add/"):
        shown = root.get(page).content.decode()
        assert house.table.rules.key not in shown, page
        assert "MC/one" in shown, page
        assert "FR-2024 :" not in shown, page
