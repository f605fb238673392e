"""The office as a Django app: its site has an opening page of the house's own."""

from django.contrib.admin.apps import SimpleAdminConfig


class OfficeConfig(SimpleAdminConfig):
    default_site = "casino.backoffice.dashboard.OfficeSite"
