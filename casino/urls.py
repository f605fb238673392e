"""Where everything is."""

from django.contrib import admin
from django.urls import include, path

from casino import pages, verifier
from casino.healthz import healthz

urlpatterns = [
    path("", pages.lobby, name="lobby"),
    path("sign-up/", pages.sign_up, name="sign_up"),
    path("sign-in/", pages.sign_in, name="sign_in"),
    path("sign-out/", pages.sign_out, name="sign_out"),
    path("account/", pages.account, name="account"),
    path("language/", pages.language, name="language"),
    path("tables/<int:table_id>/", pages.table, name="table"),
    path("verify/", verifier.verify, name="verify"),
    path("api/", include("tables.api_urls")),
    path("admin/login/", pages.office_sign_in),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
