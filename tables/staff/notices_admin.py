"""Notices in the office: what an authority or a chief is owed to know."""

from django.contrib import admin

from casino.backoffice.model_admin import ReadOnlyAdmin, pretty_json
from casino.i18n import Words, both_lazy, is_french
from tables.models import (
    Notice,
)
from tables.office.columns import AT, BY, CLAUSE, MAILED, PERSON
from tables.rows import notices


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin[Notice]):
    """What the house owed an authority or a chief to know."""

    section = "watch"
    singular = Words("avis", "notice")
    plural = Words("avis", "notices")
    list_display = (AT, CLAUSE, "addressee_column", PERSON, "text_column", MAILED)
    list_select_related = ("table__rules", "person", "by")
    list_filter = ("addressee", "kind")
    exact = ("pk", "clause", "table__name")
    ordering = ("-at",)
    fields = (
        AT,
        CLAUSE,
        "addressee_column",
        PERSON,
        "text_column",
        "detail_column",
        BY,
        MAILED,
    )

    @admin.display(description=both_lazy("Destinataire", "Addressee"))
    def addressee_column(self, notice: Notice) -> str:
        """Who was owed it."""
        return str(notice.get_addressee_display())

    @admin.display(description=both_lazy("Avis", "Notice"))
    def text_column(self, notice: Notice) -> str:
        """What it says."""
        fr, en = notices.notice_text(notice)
        return fr if is_french() else en

    @admin.display(description=both_lazy("Détail", "Detail"))
    def detail_column(self, notice: Notice) -> str:
        """What it was made of."""
        return pretty_json(notice.detail)
