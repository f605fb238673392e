"""A house in Monaco for a day: founded, opened, played, drained, counted and closed by its people.

Each has a browser of his own and the rights of one group, and does what his opening page, the room
or a page that they lead to offers. What a test's hand does besides: it founds the house by the
documented command, tells people what chips lie before them, lets a machine win, and has half an
hour pass.
"""

import re
from base64 import b32decode
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from django_otp.oath import totp
from playwright.sync_api import Browser, expect

from casino.process.environment import CODE
from casino.staff import permission_labels
from tables.cage import pieces
from tests import campaign
from tests.browser.gallery import snapshot
from tests.browser.office_people import (
    PASSWORD,
    Answers,
    Clicks,
    Given,
    StaffMember,
    Visitor,
    do_what_waits,
)
from tests.browser.players_at_play import (
    comes_in,
    enter,
    play_blackjack,
    play_chemin_de_fer,
    play_machine,
    play_punto_banco,
    play_roulette,
    takes_chips,
)
from tests.browser.test_automatic_games import pays
from tests.house import House, run_empty_house
from tests.house_console import set_next_draw, skip_tour, stack_cards
from tests.operating_page import PAGE

PLAN: Final = CODE / "tables" / "operation" / "floor_plans" / "mc.toml"
REELS: Final = """
[rules."MC-AUTO/poker"]
game = "automatic_games"
book = "MC"

[rules."MC-AUTO/poker".options]
table_min_cents = 100
table_max_cents = 2000
stake_increment_cents = 100
id_threshold_cents = 3000
accepts = ["note", "card", "ticket"]
"""
"""The machine of the day, instead of the sample's: reels, whose wins are soon paid by hand."""
BLACKJACK: Final = '[rules."MC-BJ".options]\n'
WHEEL, CARDS, CIRCLE, CHEMIN, MACHINE = (
    "Roulette européenne 1",
    "Blackjack 1",
    "Punto banco 1",
    "Chemin de fer 1",
    "Appareil 1",
)
GROUPS: Final[Mapping[str, str]] = {
    "colette": "government commissioner",
    "diane": "games management",
    "carole": "table chiefs",
    "cyril": "table chiefs",
    "ines": "inspectors",
    "igor": "inspectors",
    "karim": "cashiers",
    "agnes": "accounting",
    "charles": "changers",
    "marion": "maintenance",
    "quentin": "card keepers",
    "sonia": "machine supervisors",
    "michel": "mechanics",
    "amelie": "machine attendants",
    "serge": "surveillance",
    "claude": "state control",
}
"""Who serves, beside the first operator and the deputy director, and in which group."""
ENGLISH: Final = ("agnes", "serge")
"""Who works in English."""
NAMES: Final = {
    WHEEL: "the roulette",
    CARDS: "the blackjack table",
    CIRCLE: "the punto banco table",
    CHEMIN: "the chemin de fer table",
    MACHINE: "the machine",
}
"""What the printed table calls the tables."""
FIXED: Final = 50_000_00
"""What the management fixes that chemin de fer begins with; a new table holds twice as much."""
PLAYERS: Final = ("ann", "bob", "cleo", "dan")


class Day:
    """The house, its people, and their clicks."""

    def __init__(self, house: House, browser: Browser) -> None:
        self.house = house
        self.browser = browser
        self.clicks = Clicks()
        self.staff: dict[str, StaffMember] = {}
        self.players: dict[str, Visitor] = {}

    def options(self, name: str) -> dict[str, Any]:
        """Return the browser of a person."""
        return {
            "base_url": self.house.base_url,
            "locale": "en-GB" if name in ENGLISH else "fr-FR",
            "reduced_motion": "reduce",
            "viewport": {"width": 1280, "height": 900},
        }

    def hires(self, name: str) -> StaffMember:
        """Give somebody of the staff a browser."""
        visitor = self.browser.new_context(**self.options(name))
        self.staff[name] = StaffMember(name, visitor, self.clicks, english=name in ENGLISH)
        return self.staff[name]

    def welcomes(self, name: str) -> Visitor:
        """Give a player a browser that was shown round."""
        visitor = self.browser.new_context(**self.options(name))
        skip_tour(visitor)
        self.players[name] = Visitor(f"{name}.player", visitor, self.clicks)
        return self.players[name]

    def table_id(self, name: str) -> int:
        """Return a table's number."""
        with self.house.connect() as database:
            row = database.execute("SELECT id FROM tables_table WHERE name = %s", [name])
            return int((row.fetchone() or (0,))[0])

    def held(self, account: str, table: str) -> int:
        """Return what lies in a table's float or drop, in minor units: what is counted there."""
        with self.house.connect() as database:
            row = database.execute(
                "SELECT a.credits - a.debits FROM tables_table t"
                " JOIN ledger_account a ON a.code = %s || t.id WHERE t.name = %s",
                [f"{account}:", table],
            ).fetchone()
        return row[0] if row else 0


@pytest.fixture
def day(
    browser: Browser, servers_at_hand: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Day]:
    """An empty house of Monaco, open, of which destructions need no notice of a day."""
    var = tmp_path_factory.mktemp("day")
    with run_empty_house(var, JURISDICTION="mc", DESTRUCTION_NOTICE_HOURS="0") as house:
        lived = Day(house, browser)
        yield lived
        for each in (*lived.staff.values(), *lived.players.values()):
            each.visitor.close()


def found(day: Day, folder: Path) -> None:
    """Set the house up by the documented command, and hire its people by two persons."""
    plan, password = folder / "plan.toml", folder / "password"
    sample, _, _ = PLAN.read_text(encoding="utf-8").partition('[rules."MC-AUTO/poker"]')
    slow = f"{BLACKJACK}decision_seconds = 120\n"
    assert BLACKJACK in sample
    plan.write_text(sample.replace(BLACKJACK, slow) + REELS, encoding="utf-8")
    password.write_text(PASSWORD, encoding="utf-8")
    told = day.house.manage(
        *("setup_house", "--operator", "alice"),
        *("--password-file", str(password), "--tables", str(plan)),
    )
    key = re.search(r"[?&]secret=([A-Z2-7]+)", told)
    assert key
    with day.clicks.of(
        "Found the house: 17 of the staff, their rights by two, a second factor each"
    ):
        alice, deputy = day.hires("alice"), day.hires("denis")
        deputy.signs_up()
        day.house.manage(
            *("change_rights", "denis", "--staff", "--groups", "deputy directors"),
            *("--reason", "first deputy"),
        )
        alice.comes_to_the_office()
        alice.key = decoded(key[1])
        alice.gives_code(f"{totp(alice.key):06}")
        deputy.comes_to_the_office()
        deputy.enrols()
        for name, group in GROUPS.items():
            day.hires(name).signs_up()
            ask_for_rights(alice, name, group)
        for line in deputy.looks():
            deputy.does(line, chooses="Approuver")
            deputy.looks()
        for name in GROUPS:
            day.staff[name].comes_to_the_office()
            day.staff[name].enrols()


def decoded(key: str) -> bytes:
    """Return the key of a phone."""
    return b32decode(key + "=" * (-len(key) % 8))


def ask_for_rights(alice: StaffMember, name: str, group: str) -> None:
    """Find somebody who has signed up, and ask for the rights of a group."""
    page = alice.page
    page.get_by_role("searchbox", name="Chercher dans le bureau").fill(name)
    alice.press(page.locator("#office-search"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Recherche : {name}")).to_be_visible()
    alice.follow(name)
    alice.follow("Demander d’autres droits")
    page.get_by_label("Sert la maison").check()
    alice.confirms({"Groupes": permission_labels.GROUPS[group].fr, "Motif": "équipe du jour"})


def task_of(line: str) -> str:
    """Return the task, in the printed table, that a line of an opening page belongs to."""
    table = re.split(" ?: ", line)[0]
    if table in NAMES:
        return f"Open {NAMES[table]}"
    return "Open the registers, and endorse them"


def given(day: Day) -> Given:
    """Return what people write in forms: what a maker has sent, and what lies before them."""
    lots = count(1)

    def write(line: str) -> Answers:
        table = re.split(" ?: ", line)[0]
        if re.search("à recevoir", line):
            lot = f"L{next(lots)}"
            return {"Numéro du fabricant": lot, "Combien": "20", "Bon de commande": "BC-7"}
        if "socle à numéroter" in line:
            return {"Salle": "Salle Médecin"}
        if "à passer à un chef" in line:
            return {"Chef de table": "carole"}
        if "encaisse d’ouverture à fixer" in line:
            return pieces_of(FIXED)
        if found := re.search(r"bon à rédiger \(\w+ ([^)]+)\)", line):
            # The page says how much is to be brought or taken away, and chooses which.
            return pieces_of(int(re.sub(r"\D", "", found[1])))
        if re.search("encaisse à (compter|recompter)", line):
            return pieces_of(day.held("float", table))
        if "cagnotte à" in line:
            return {"Montant": f"{day.held('levy', table) / 100:.2f}".replace(".", ",")}
        if "drop to be counted" in line:
            return {"Amount": f"{day.held('drop', table) / 100:.2f}"}
        return {}

    return write


def pieces_of(amount: int) -> Answers:
    """Return how many of each piece an amount is, by the label of its field."""
    found = {}
    for value, many in pieces.fewest_pieces(amount):
        whole = f"{value // 100:,}".replace(",", ".")
        found[f"{whole}.{value % 100:02}.×"] = str(many)
    return found


def set_up_chemin_de_fer(day: Day) -> None:
    """Have the management publish its rules, and the chief set the table up."""
    with day.clicks.of("Set the chemin de fer table up, with its rules"):
        diane, carole = day.staff["diane"], day.staff["carole"]
        for each in (diane, carole):
            each.looks()
            each.press(each.page.locator("summary", has_text="règlements"))
        page = diane.page
        row = page.get_by_role("row", name="Projets de règlement")
        diane.press(row.get_by_role("link", name="Ajouter"))
        diane.fill({"Série": "MC-CDF/maison"})
        page.get_by_label("Texte").select_option(value="chemin_de_fer/MC")
        diane.press(page.locator(".submit-row [type=submit]").first)
        # Players who click one after the other are slower than people at a table.
        diane.fill({"Temps des annonces": "120", "Temps de décision": "60", "Motif": "horloges"})
        diane.send("Enregistrer")
        diane.follow("Publier")
        diane.confirms({"Motif": "ouverture"})
        page = carole.page
        row = page.get_by_role("row", name="Tables")
        carole.press(row.get_by_role("link", name="Ajouter").last)
        carole.confirms({"Nom": CHEMIN, "Règles": "Chemin de fer (Monaco, art. 11), maison"})


def open_the_room(day: Day) -> None:
    """Have everybody do what his page offers, until all five tables play and nothing waits."""
    set_up_chemin_de_fer(day)
    serving = {name: each for name, each in day.staff.items() if name != "alice"}
    do_what_waits(serving, given(day), task_of)
    with day.house.connect() as database:
        rows = database.execute("SELECT name, status FROM tables_table ORDER BY name").fetchall()
    assert dict(rows) == dict.fromkeys((CARDS, MACHINE, CHEMIN, CIRCLE, WHEEL), "open")


def play(day: Day) -> None:
    """Have four players come in with cash, and play a round at each table."""
    with day.clicks.of("Let four players in, with their cash"):
        for name in PLAYERS:
            comes_in(day.welcomes(name))
        karim = day.staff["karim"]
        for number, name in enumerate(PLAYERS, 1):
            decide_cash(karim, f"{name}.player", f"R-{number}")
        for each in day.players.values():
            takes_chips(each)
    ann, bob, cleo, dan = (day.players[name] for name in PLAYERS)
    with day.clicks.of("(play)"):
        # What falls is the same each day: the clicks of those who put away hang on it.
        set_next_draw(day.house, day.table_id(WHEEL), 26)
        stack_cards(day.house, day.table_id(CARDS), "9h 7c 8s 4h 9c")
        stack_cards(day.house, day.table_id(CIRCLE), "2h 9c 3d Ks Kh Kd")
        stack_cards(day.house, day.table_id(CHEMIN), "2h 3c 4d 4s 2c Kc")
        play_roulette(ann, WHEEL)
        play_blackjack(bob, CARDS)
        play_punto_banco(dan, CIRCLE)
        play_machine(cleo, MACHINE)
        play_chemin_de_fer([ann, bob, cleo, dan], CHEMIN)


def decide_cash(cashier: StaffMember, player: str, receipt: str) -> None:
    """Approve what a player asks, from the line of the opening page on."""
    assert any("Demandes à la caisse" in line for line in cashier.looks())
    page = cashier.page
    cashier.press(page.get_by_role("link", name="Demandes à la caisse").first)
    row = page.get_by_role("row").filter(has_text=player)
    cashier.press(row.get_by_role("link").first)
    cashier.follow("Approuver")
    given = {"Numéro du reçu": receipt} if receipt else {}
    cashier.confirms({**given, "Motif": "espèces comptées"})


def hand_the_table_over(day: Day) -> None:
    """Have another chief relieve the one of the card table."""
    carole = day.staff["carole"]
    with day.clicks.of("Relieve a table's chief"):
        table_page(carole, CARDS)
        carole.follow("Passer la table")
        snapshot(carole.page, "hand-over")
        carole.confirms({"Chef de table": "cyril"})


def table_page(person: StaffMember, table: str) -> None:
    """Go to a table's page by way of the room."""
    person.looks()
    person.follow("La salle ›", "The room ›")
    person.follow(table)
    expect(person.page.get_by_role("heading", name=table)).to_be_visible()


def machine_page(sonia: StaffMember) -> None:
    """Go to the machine's file, from the live tables of the opening page."""
    sonia.looks()
    sonia.follow(MACHINE)
    row = sonia.page.locator(".field-machine_link")
    sonia.press(row.get_by_role("link"))
    expect(sonia.page.get_by_text("Suite des lignes")).to_be_visible()


def repair_the_machine(day: Day) -> None:
    """Have a mechanic open the machine, by a key that he is lent, and sign his sheet."""
    sonia, michel = day.staff["sonia"], day.staff["michel"]
    with day.clicks.of("Intervene at the machine, sheets sealed and received"):
        machine_page(sonia)
        sonia.follow("Remettre la clé de l’appareil")
        sonia.confirms({"À": "michel"})
        (line,) = michel.looks()
        snapshot(michel.page, "intervention-key-received")
        michel.does(line, {"Motif": "le rouleau 2 se coince"})
        people = {name: day.staff[name] for name in ("michel", "sonia", "diane")}
        do_what_waits(people, lambda _: {}, lambda _: day.clicks.task)
    snapshot(sonia.page, "intervention-over")


def relieve_the_machine(day: Day) -> None:
    """Have the note box taken out, watched, and counted."""
    sonia = day.staff["sonia"]

    def write(line: str) -> Answers:
        if "clé à remettre" in line:
            return {"À": "amelie"}
        if "to be counted" in line and "key to be taken" not in line:
            with day.house.connect() as database:
                (held,) = database.execute(
                    "SELECT amount FROM tables_relief ORDER BY id DESC LIMIT 1"
                ).fetchone() or (0,)
            return {"Counted in the note box": f"{held / 100:.2f}"}
        return {}

    with day.clicks.of("Relieve the machine of its note box, counted"):
        machine_page(sonia)
        sonia.follow("Commencer une relève")
        sonia.confirms()
        names = ("serge", "karim", "amelie", "agnes", "sonia")
        people = {name: day.staff[name] for name in names}
        do_what_waits(people, write, lambda _: day.clicks.task)
    snapshot(sonia.page, "relief-over")


def pay_by_hand(day: Day) -> None:
    """Have the machine owe a win, which the supervisor pays once he has seen who won."""
    cleo, sonia = day.players["cleo"], day.staff["sonia"]
    pays(day.house, day.table_id(MACHINE), 40)
    with day.clicks.of("(play)"):
        enter(cleo, MACHINE)
        cleo.send("Jouer")
    with day.clicks.of("Pay a win by hand"):
        expect(cleo.page.locator(".status")).to_contain_text("identité")
        (line,) = sonia.looks()
        snapshot(sonia.page, "hand-pay-waits")
        sonia.does(line, {"Pièce présentée": "passeport", "Numéro de la pièce": "12AB345"})
        (line,) = sonia.looks()
        sonia.does(line, {"Ordre": "Payer le gain à la main"})
        expect(cleo.page.locator(".notices")).to_contain_text("Le gain de 40 est payé.")
    assert sonia.looks() == []


def use_a_recovery_code(day: Day) -> None:
    """Have somebody who has lost his phone come in, and get new codes."""
    marion = day.staff["marion"]
    with day.clicks.of("Come in by a recovery code, and get new ones"):
        marion.looks()
        marion.send("Déconnexion")
        marion.comes_to_the_office()
        snapshot(marion.page, "recovery-code-wanted")
        marion.gives_code(marion.codes[0])
        marion.follow("Modifier le mot de passe")
        marion.follow("Second facteur du bureau")
        marion.send("Nouveaux codes de secours")
        expect(marion.page.locator(".codes li")).to_have_count(10)
        snapshot(marion.page, "recovery-codes")
        assert marion.codes[1] not in marion.page.locator(".codes").inner_text()
        marion.follow("Bureau")


def decide_a_dispute(day: Day) -> None:
    """Have a player dispute a round, the management uphold it, and a second person confirm."""
    bob, diane, alice = day.players["bob"], day.staff["diane"], day.staff["alice"]
    with day.clicks.of("Decide a dispute by two"):
        bob.page.goto("/")
        bob.follow("Mes coups")
        bob.follow("coup 1")
        bob.follow("Contester ce coup")
        bob.fill({"Ce qui ne va pas": "J’ai demandé une carte, elle n’est pas venue."})
        bob.send("Contester")
        (line,) = diane.looks()
        given = {"Rendre à": "150,00", "Motif": "La carte était due."}
        diane.does(line, given, chooses="Accepter")
        (line,) = (each for each in alice.looks() if "décision à confirmer" in each)
        alice.press(alice.page.get_by_role("link", name=line))
        snapshot(alice.page, "dispute-second")
        alice.follow("Confirmer la décision proposée")
        alice.confirms()


def report_a_card(day: Day) -> None:
    """Have the chief report a marked card: the table closes until the management has decided."""
    cyril, diane = day.staff["cyril"], day.staff["diane"]
    with day.clicks.of("Report a marked card, and decide on it"):
        table_page(cyril, CARDS)
        cyril.follow("Signaler une carte")
        snapshot(cyril.page, "card-incident")
        cyril.confirms({"Constat": "Une carte est marquée"})
        (line,) = (each for each in diane.looks() if "cartes à trancher" in each)
        snapshot(diane.page, "card-incident-waits")
        diane.does(line, {"Motif": "retirées, à détruire"})


def destroy_cards(day: Day) -> None:
    """Have the management announce that withdrawn cards are destroyed, before an inspector."""
    people = {name: day.staff[name] for name in ("diane", "ines")}
    with day.clicks.of("Destroy withdrawn cards"):
        do_what_waits(people, lambda _: {}, lambda _: day.clicks.task, only="détruire|destruction")
    snapshot(people["ines"].page, "destruction")


def pay_out(day: Day) -> None:
    """Have a player's identity verified, without which no cash leaves, and pay a withdrawal."""
    ann, diane, karim = day.players["ann"], day.staff["diane"], day.staff["karim"]
    with day.clicks.of("Pay a withdrawal, with the identity that it wants"):
        page = ann.page
        page.goto("/account/")
        ann.follow("Change, dépôt, retrait")
        ask = page.locator("form", has=page.get_by_role("button", name="Demander"))

        def asks() -> None:
            ask.get_by_label("Sens").select_option(label="Retrait")
            ask.get_by_label("Montant").fill("100")
            ann.send("Demander")

        asks()
        expect(page.get_by_role("alert").first).to_contain_text("identité")
        diane.looks()
        diane.page.get_by_role("searchbox", name="Chercher dans le bureau").fill("ann.player")
        diane.press(diane.page.locator("#office-search"))
        diane.page.keyboard.press("Enter")
        diane.follow("ann.player")
        diane.follow("Vérifier l’identité")
        snapshot(diane.page, "identity")
        diane.confirms({"Né le": "1980-02-29", "Valable": "2036-02-29"})
        asks()
        expect(page.get_by_text("Retrait, attend la caisse")).to_be_visible()
        decide_cash(karim, "ann.player", "R-9")


def close_the_room(day: Day) -> None:
    """Announce the end at all tables, and have everybody put away what his page says."""
    cleo, carole = day.players["cleo"], day.staff["carole"]
    with day.clicks.of("(play)"):
        enter(cleo, MACHINE)
        cleo.send("Sortir un ticket")
        expect(cleo.page.locator(".credit b").first).to_have_text("0")
    with day.clicks.of("Announce the end at all tables"):
        carole.looks()
        carole.follow("La salle ›")
        snapshot(carole.page, "room-in-play")
        ends = carole.page.locator("#content").get_by_role("link", name="Annoncer la fin")
        while ends.count():
            carole.press(ends.first)
            carole.confirms()
            carole.goes_home()
            carole.follow("La salle ›")
            carole.page.get_by_role("heading", name="La salle").wait_for()
    half_an_hour_passes(day)
    nobody_reads_what_he_counts(day)
    serving = {name: each for name, each in day.staff.items() if name != "alice"}
    do_what_waits(serving, given(day), closing_task, leave="prête à ouvrir")
    with day.clicks.of("(look)"):
        carole.looks()
        carole.follow("La salle ›")
        snapshot(carole.page, "room-put-away")


def nobody_reads_what_he_counts(day: Day) -> None:
    """Assert that opening page and room tell those who count no float that is to be counted."""
    held = [f"{day.held('float', table) / 100:.2f}" for table in (WHEEL, CARDS, CIRCLE, CHEMIN)]
    with day.clicks.of("(look)"):
        for name in ("carole", "ines"):
            person = day.staff[name]
            person.looks()
            told = [person.page.locator("#content").inner_text()]
            person.follow("La salle ›")
            expect(person.page.get_by_role("heading", name="La salle")).to_be_visible()
            told.append(person.page.locator("#content").inner_text())
            digits = [re.sub(r"\s", "", each).replace(",", ".") for each in told]
            assert not any(amount in each for amount in held for each in digits)


def closing_task(line: str) -> str:
    """Return the task, in the printed table, of a line that follows a session."""
    table = re.split(" ?: ", line)[0]
    if table in NAMES:
        return f"Put {NAMES[table]} away, counted, its float as fixed again"
    return "Endorse the registers"


def half_an_hour_passes(day: Day) -> None:
    """End the last half-hour that was announced at some tables; wait until all have closed.

    And until their shoes are retired, before which nobody counts their cards.
    """
    with day.house.connect() as database:
        for _ in range(3000):
            database.execute(
                "UPDATE tables_table SET ends_at = now()"
                " WHERE status = 'ending' AND ends_at > now()"
            )
            goes_on = database.execute(
                "SELECT 1 FROM tables_table WHERE status <> 'closed'"
                " UNION ALL SELECT 1 FROM rng_shoe WHERE state = 'live'"
            )
            if goes_on.fetchone() is None:
                return
            database.execute("SELECT pg_sleep(0.1)")
    raise AssertionError("some tables do not close")


def report_the_day(day: Day) -> None:
    """Have accounting read the day's report, and print it."""
    agnes = day.staff["agnes"]
    with day.clicks.of("Report the day"):
        agnes.looks()
        agnes.follow("Reports ›")
        agnes.follow("Today")
        snapshot(agnes.page, "report")
        with agnes.page.expect_download() as printed:
            agnes.follow("PDF to sign")
        assert printed.value.suggested_filename.endswith(".pdf")


@campaign.soak_only
def test_a_house_lives_for_a_day_by_what_its_pages_offer(
    day: Day, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found(day, tmp_path)
    open_the_room(day)
    play(day)
    hand_the_table_over(day)
    repair_the_machine(day)
    relieve_the_machine(day)
    pay_by_hand(day)
    use_a_recovery_code(day)
    decide_a_dispute(day)
    report_a_card(day)
    destroy_cards(day)
    pay_out(day)
    close_the_room(day)
    report_the_day(day)
    with capsys.disabled():
        print(f"\n{day.clicks.table()}")  # noqa: T201
    assert day.clicks.table() in PAGE.read_text(encoding="utf-8")
