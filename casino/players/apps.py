"""The players as a Django app."""

from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed

from casino.i18n import both_lazy


class PlayersConfig(AppConfig):
    name = "casino.players"
    label = "players"
    verbose_name = both_lazy("Joueurs et caisse", "Players and cage")

    def ready(self) -> None:
        from casino.cashier import providers
        from casino.players import login_sessions, services
        from casino.staff import sign_ins

        providers.install_providers(settings.PAYMENT_MEANS)
        user_logged_in.connect(services.open_at_sign_in, dispatch_uid="players.wallet")
        user_logged_in.connect(login_sessions.record_login, dispatch_uid="players.visit")
        user_logged_in.connect(
            login_sessions.start_office_clock, dispatch_uid="players.office_seen"
        )
        user_logged_in.connect(sign_ins.record_sign_in, dispatch_uid="players.staff_signed_in")
        user_logged_out.connect(sign_ins.record_sign_out, dispatch_uid="players.staff_signed_out")
        user_login_failed.connect(
            sign_ins.record_failed_sign_in, dispatch_uid="players.staff_failed"
        )
