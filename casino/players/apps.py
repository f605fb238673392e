"""The players as a Django app."""

from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed

from casino.words import both_lazy


class PlayersConfig(AppConfig):
    name = "casino.players"
    label = "players"
    verbose_name = both_lazy("Joueurs et caisse", "Players and cage")

    def ready(self) -> None:
        from casino.players import payments, services, staff_log, visits

        payments.install(settings.PAYMENT_MEANS)
        user_logged_in.connect(services.open_at_sign_in, dispatch_uid="players.wallet")
        user_logged_in.connect(visits.note, dispatch_uid="players.visit")
        user_logged_in.connect(visits.begin_in_office, dispatch_uid="players.office_seen")
        user_logged_in.connect(staff_log.signed_in, dispatch_uid="players.staff_signed_in")
        user_logged_out.connect(staff_log.signed_out, dispatch_uid="players.staff_signed_out")
        user_login_failed.connect(staff_log.failed, dispatch_uid="players.staff_failed")
