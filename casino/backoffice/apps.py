"""The admin site as Django apps: Django's own with our dashboard, and the pages of players."""

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig


class OfficeConfig(SimpleAdminConfig):
    default_site = "casino.backoffice.dashboard.OfficeSite"


class BackofficeConfig(AppConfig):
    """Lets Django find `casino.backoffice.admin`, which registers the pages of players."""

    name = "casino.backoffice"
    default = True
