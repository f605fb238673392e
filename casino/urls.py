"""Where everything is."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from casino import (
    access,
    contact,
    own_account,
    own_cash,
    own_identity,
    own_limits,
    pages,
    payment_calls,
    second_factor,
    verifier,
)

# Only a process that has addresses needs the office's pages: the others start without them.
admin.autodiscover()

urlpatterns = [
    path("", pages.lobby, name="lobby"),
    path("sign-up/", pages.sign_up, name="sign_up"),
    path("sign-in/", pages.sign_in, name="sign_in"),
    path("sign-out/", pages.sign_out, name="sign_out"),
    path("account/", pages.account, name="account"),
    path("account/refill/", pages.refill, name="refill"),
    path("account/access/", access.access, name="access"),
    path("account/access/end/", access.end, name="end_visit"),
    path("account/second-factor/", second_factor.second_factor, name="second_factor"),
    path("account/cash/", own_cash.cash, name="cash"),
    path("account/cash/exchange/", own_cash.exchange, name="cash_exchange"),
    path("account/cash/ask/", own_cash.ask, name="cash_ask"),
    path("account/cash/cancel/", own_cash.cancel, name="cash_cancel"),
    path("account/identity/", own_identity.own_identity, name="own_identity"),
    path("account/limits/", own_limits.limits, name="limits"),
    path("account/limits/pause/", own_limits.pause, name="pause"),
    path("account/settings/", own_account.own_account, name="own_account"),
    path("account/settings/close/", own_account.close, name="close_account"),
    path("account/settings/data/", own_account.data, name="own_data"),
    path("account/statement/", own_account.statement, name="statement_file"),
    path("payments/<str:means>/", payment_calls.told, name="payment_told"),
    path("language/", pages.language, name="language"),
    path("tables/<int:table_id>/", pages.table, name="table"),
    path("", include("tables.doors.round_urls")),
    path(".well-known/security.txt", contact.security_contact),
    path("verify/", verifier.verify, name="verify"),
    path(f"verify/{verifier.PROGRAM}", verifier.program, name="verify_program"),
    path("api/", include("tables.doors.urls")),
    path("admin/login/", pages.office_sign_in),
    path("admin/password_change/", RedirectView.as_view(pattern_name="access")),
    path("admin/", admin.site.urls),
]

handler400 = "casino.outage.malformed"
handler403 = "casino.outage.forbidden"
handler404 = "casino.outage.missing"
handler500 = "casino.outage.failed"
