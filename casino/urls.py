"""Where everything is."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from casino.backoffice import second_factor
from casino.cashier import webhooks
from casino.http import security_txt, verifier
from casino.site import account, cash, identity, limits, sign_in, views

# Only a process that has addresses needs the office's pages: the others start without them.
admin.autodiscover()

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("account/", views.account, name="account"),
    path("account/refill/", views.refill, name="refill"),
    path("account/access/", sign_in.access, name="access"),
    path("account/access/end/", sign_in.end, name="end_visit"),
    path("account/second-factor/", second_factor.second_factor, name="second_factor"),
    path("account/cash/", cash.cash, name="cash"),
    path("account/cash/exchange/", cash.exchange, name="cash_exchange"),
    path("account/cash/ask/", cash.ask, name="cash_ask"),
    path("account/cash/cancel/", cash.cancel, name="cash_cancel"),
    path("account/identity/", identity.own_identity, name="own_identity"),
    path("account/limits/", limits.limits, name="limits"),
    path("account/limits/pause/", limits.pause, name="pause"),
    path("account/settings/", account.own_account, name="own_account"),
    path("account/settings/close/", account.close, name="close_account"),
    path("account/settings/data/", account.data, name="own_data"),
    path("account/statement/", account.statement, name="statement_file"),
    path("payments/<str:means>/", webhooks.receive_report, name="payment_told"),
    path("language/", views.language, name="language"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("", include("tables.player_pages.urls")),
    path(".well-known/security.txt", security_txt.security_contact),
    path("verify/", verifier.verifier_page, name="verify"),
    path(f"verify/{verifier.PROGRAM}", verifier.verifier_program, name="verify_program"),
    path("api/", include("tables.api.urls")),
    path("admin/login/", views.office_sign_in),
    path("admin/password_change/", RedirectView.as_view(pattern_name="access")),
    path("admin/", admin.site.urls),
]

handler400 = "casino.http.error_pages.bad_request_page"
handler403 = "casino.http.error_pages.forbidden_page"
handler404 = "casino.http.error_pages.not_found_page"
handler500 = "casino.http.error_pages.server_error_page"
