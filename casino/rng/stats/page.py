"""The conformity report as a page to read and print: French first, plots drawn here."""

import math
from html import escape
from typing import Any, Final

STYLE: Final = """
body { font: 15px/1.5 Georgia, serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1b1b }
h1, h2 { font-weight: normal } h2 { margin-top: 2.2rem; border-bottom: 1px solid #999 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .15rem .6rem;
  border-bottom: 1px solid #ddd; vertical-align: top } td.n { text-align: right;
  font-variant-numeric: tabular-nums } code, pre { font-size: 12px; overflow-wrap: anywhere }
.bad { color: #a40000; font-weight: bold } .statement { font-size: 1.2rem }
svg { max-width: 100% } figure { margin: 1rem 0 }
"""


def page(report: dict[str, Any], key: str, digest: str) -> str:
    """Return the report as one HTML file without anything from outside."""
    battery = report["battery"]
    measures = battery["measures"]
    verdict = "réussi / passed" if report["passed"] else "échoué / failed"
    spread = [float(each["p"]) for each in measures.values() if each["spread"]]
    every = [float(each["p"]) for each in measures.values()]
    parts = [
        "<h1>Rapport de conformité du générateur <small>Conformity report of the generator</small>"
        f" {escape(report['version'])}</h1>",
        "<p class=statement>Auto-évaluation, pas un certificat de laboratoire. "
        "<i>Self-assessment, not a laboratory certificate.</i></p>",
        _table(
            {
                "Résultat / result": verdict,
                "Mode": report["mode"],
                "Date": report["made_at"],
                "Commit": report["commit"],
                "Objet / item": report["item"],
                "Normes / standards": "; ".join(report["standards"]),
                "Empreinte signée / signed digest (SHA-256)": digest,
                "Clé Ed25519 / key": key,
            }
        ),
        _heading("Algorithme", "Algorithm"),
        _table(report["algorithm"]),
        _heading("Fichiers", "Files (SHA-256)"),
        _table(report["files"]),
        _heading("Plate-forme", "Platform"),
        _table(report["platform"]),
        _heading("Vecteurs connus", "Known vectors"),
        _table(
            {name: f"{each['right']} / {each['total']}" for name, each in report["vectors"].items()}
        ),
        _heading("Exigences", "Requirements"),
        _requirements(report["requirements"]),
        _heading("Statistiques", "Statistics"),
        f"<p>{len(measures)} mesures / measures; Holm {escape(battery['family'])}: "
        f"{len(battery['rejected'])} rejetées / rejected; après confirmation / after confirmation: "
        f"{len(battery['failed'])}. Kolmogorov-Smirnov ({len(spread)}): p = "
        f"{escape(battery['evenness'])}.</p>",
        _histogram(every),
        _quantiles(spread),
        _measures(measures, set(battery["rejected"])),
    ]
    if battery["confirmation"]:
        parts += [
            _heading("Confirmation (10 x)", "Confirmation"),
            _measures(battery["confirmation"], set(battery["failed"])),
        ]
    if noise := report.get("noise"):
        # Reports of before have none.
        parts += [_heading("Entropie de la gigue", "Entropy of the jitter"), _noise(noise)]
    parts += [
        _heading("Témoins défectueux (doivent échouer)", "Known-bad controls (must fail)"),
        _table({name: _control(each["failed"]) for name, each in battery["controls"].items()}),
        _heading("Autres programmes", "Second opinions"),
        *(
            f"<h3>{escape(name)}</h3><pre>{escape(text)}</pre>"
            for name, text in report["second_opinions"].items()
        ),
        _heading("Limites", "Limits"),
        "<ul>" + "".join(f"<li>{escape(each)}</li>" for each in report["limits"]) + "</ul>",
    ]
    return (
        '<!doctype html><html lang="fr"><meta charset="utf-8">'
        f"<title>Conformité {escape(report['version'])}</title><style>{STYLE}</style>"
        + "\n".join(parts)
        + "</html>\n"
    )


def _heading(fr: str, en: str) -> str:
    return f"<h2>{escape(fr)} <small><i>{escape(en)}</i></small></h2>"


def _table(rows: dict[str, Any]) -> str:
    lines = (
        f"<tr><th>{escape(str(name))}</th><td>{escape(str(value))}</td></tr>"
        for name, value in rows.items()
    )
    return f"<table>{''.join(lines)}</table>"


def _requirements(rows: dict[str, Any]) -> str:
    ordered = sorted(rows, key=lambda name: int(name[1:]))
    lines = (
        f"<tr><th>{name}</th><td>{escape(row['clause'])}</td><td>{escape(row['state'])}</td>"
        f"<td>{escape(row['how'])}<br>"
        + " ".join(f"<code>{escape(path)}</code>" for path in row["evidence"])
        + "</td></tr>"
        for name, row in ((name, rows[name]) for name in ordered)
    )
    return f"<table>{''.join(lines)}</table>"


def _noise(found: dict[str, Any]) -> str:
    rows = {f"SP 800-90B {name}": f"{bits} bit" for name, bits in found["estimates"].items()}
    samples = {"Échantillons / samples": found["samples"]}
    return _table(samples | rows | {"Annoncé / claimed": f"{found['claimed']} bit"})


def _control(failed: list[str]) -> str:
    more = f" (+{len(failed) - 3})" if len(failed) > 3 else ""
    return "; ".join(failed[:3]) + more if failed else "NON TROUVÉ / NOT FOUND"


def _measures(rows: dict[str, Any], rejected: set[str]) -> str:
    lines = (
        f"<tr{' class=bad' if name in rejected else ''}><td>{escape(name)}</td>"
        f"<td class=n>{row['sample']}</td><td class=n>{escape(row['statistic'])}</td>"
        f"<td class=n>{escape(row['p'])}</td></tr>"
        for name, row in rows.items()
    )
    head = "<tr><th>Mesure / measure</th><th>n</th><th>statistique</th><th>p</th></tr>"
    return f"<table>{head}{''.join(lines)}</table>"


WIDTH: Final = 640
HEIGHT: Final = 200


def _figure(body: str, caption: str) -> str:
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {HEIGHT + 20}" width="{WIDTH}" role="img">'
        f'<path d="M0 {HEIGHT}H{WIDTH}" stroke="#333" fill="none"/>{body}'
        f'<text x="0" y="{HEIGHT + 15}" font-size="12">0</text>'
        f'<text x="{WIDTH - 10}" y="{HEIGHT + 15}" font-size="12">1</text></svg>'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def _histogram(ps: list[float]) -> str:
    bins = [0] * 20
    for p in ps:
        bins[min(int(p * 20), 19)] += 1
    highest, wide = max(bins), WIDTH / 20
    bars = "".join(
        f'<rect x="{at * wide + 1:.1f}" y="{HEIGHT * (1 - count / highest):.1f}" '
        f'width="{wide - 2:.1f}" height="{HEIGHT * count / highest:.1f}" fill="#35624f"/>'
        for at, count in enumerate(bins)
    )
    level = HEIGHT * (1 - len(ps) / 20 / highest)
    line = f'<path d="M0 {level:.1f}H{WIDTH}" stroke="#a40000" stroke-dasharray="4"/>'
    return _figure(bars + line, "Toutes les p-valeurs / all p-values; - - : attendu / expected")


def _quantiles(ps: list[float]) -> str:
    count = len(ps)
    dots = "".join(
        f'<circle cx="{WIDTH * (place + 0.5) / count:.1f}" cy="{HEIGHT * (1 - p):.1f}" r="2"/>'
        for place, p in enumerate(sorted(ps))
    )
    line = f'<path d="M0 {HEIGHT}L{WIDTH} 0" stroke="#a40000" stroke-dasharray="4"/>'
    # The 99.9 per cent band of Kolmogorov and Smirnov.
    reach = 1.95 / math.sqrt(count) * HEIGHT if count else 0.0
    band = "".join(
        f'<path d="M0 {HEIGHT + shift:.1f}L{WIDTH} {shift:.1f}" stroke="#bbb"/>'
        for shift in (-reach, reach)
    )
    return _figure(band + line + dots, "Quantiles des p-valeurs indépendantes / quantiles")
