"""Where the pages of rounds are."""

from django.urls import path

from tables.player_pages import disputes, pdf
from tables.player_pages import rounds as pages

urlpatterns = [
    path("rounds/", pages.rounds, name="rounds"),
    path("rounds.csv", pages.rounds_file, name="rounds_file"),
    path("rounds.pdf", pdf.rounds_paper, name="rounds_paper"),
    path("rounds/<int:round_id>/", pages.one, name="round"),
    path("rounds/<int:round_id>/replay/", pages.replayed, name="replay"),
    path("rounds/<int:round_id>/round.csv", pages.one_file, name="round_file"),
    path("rounds/<int:round_id>/dispute/", disputes.dispute, name="dispute"),
    path("rounds/<int:round_id>/dossier/", disputes.dossier_page, name="dossier"),
    path("rounds/<int:round_id>/dossier.json", disputes.dossier_file, name="dossier_file"),
    path("disputes/<int:dispute_id>/", disputes.decision, name="decision"),
    path("shared/<str:text>/", pages.one_shared, name="shared_round"),
    path("shared/<str:text>/replay/", pages.replayed_shared, name="shared_replay"),
    path("shared/<str:text>/round.csv", pages.one_shared_file, name="shared_round_file"),
    path("tables/<int:table_id>/rounds/<int:number>/", pages.at_table, name="round_at_table"),
]
