"""Where the pages of rounds are."""

from django.urls import path

from tables.player_pages import disputes, pdf
from tables.player_pages import rounds as pages

urlpatterns = [
    path("rounds/", pages.rounds, name="rounds"),
    path("rounds.csv", pages.rounds_file, name="rounds_file"),
    path("rounds.pdf", pdf.rounds_pdf, name="rounds_paper"),
    path("rounds/<int:round_id>/", pages.own_round_page, name="round"),
    path("rounds/<int:round_id>/replay/", pages.own_replay_page, name="replay"),
    path("rounds/<int:round_id>/round.csv", pages.own_round_file, name="round_file"),
    path("rounds/<int:round_id>/dispute/", disputes.dispute_page, name="dispute"),
    path("rounds/<int:round_id>/dossier/", disputes.dossier_page, name="dossier"),
    path("rounds/<int:round_id>/dossier.json", disputes.dossier_file, name="dossier_file"),
    path("disputes/<int:dispute_id>/", disputes.decision_page, name="decision"),
    path("shared/<str:text>/", pages.shared_round_page, name="shared_round"),
    path("shared/<str:text>/replay/", pages.shared_replay_page, name="shared_replay"),
    path("shared/<str:text>/round.csv", pages.shared_round_file, name="shared_round_file"),
    path(
        "tables/<int:table_id>/rounds/<int:number>/",
        pages.round_of_table_page,
        name="round_at_table",
    ),
]
