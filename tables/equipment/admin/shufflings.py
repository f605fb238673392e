"""Shoes in the making, in the office."""

from django.contrib import admin

from casino.backoffice.model_admin import ReadOnlyAdmin
from casino.i18n import Words, both_lazy
from tables.models import Shuffling


@admin.register(Shuffling)
class ShufflingAdmin(ReadOnlyAdmin[Shuffling]):
    """A shoe that is being made, and who has a part in it."""

    section = "floor"
    singular = Words("sabot en préparation", "shoe in the making")
    plural = Words("sabots en préparation", "shoes in the making")
    list_display = ("table", "stage", "offered", "cutter", "shoe_column")
    list_select_related = ("table",)
    exact = ("table__name", "shoe__pk")
    search_help_text = both_lazy(
        "Nom exact de la table ou identifiant du sabot", "Exact name of the table or id of the shoe"
    )
    ordering = ("table_id",)
    fields = ("table", "shoe_column", "stage", "offers", "offered", "cutter", "declined")

    @admin.display(description=both_lazy("Sabot", "Shoe"))
    def shoe_column(self, shuffling: Shuffling) -> str:
        """The shoe's id: the relation itself would read its sealed columns."""
        return str(shuffling.shoe_id)
