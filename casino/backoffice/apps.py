"""The admin site and the player pages as Django apps."""

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig


class OfficeConfig(SimpleAdminConfig):
    default_site = "casino.backoffice.site.OfficeSite"


class BackofficeConfig(AppConfig):
    """The app whose `casino.backoffice.admin` registers the player pages."""

    name = "casino.backoffice"
    default = True
