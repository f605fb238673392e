"""The lists at the side of every page of the office."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()
CURRENT: Final = format_html(' aria-current="{}"', "page")


@register.simple_tag(takes_context=True)
def list_rows(context: template.Context, lists: Iterable[dict[str, Any]]) -> SafeString:
    """Return a table row for each of these lists, as `OfficeSite.get_app_list` gives them.

    By Python: a hundred rows by the template language take a third of the time of a page.
    """
    path, add = context["request"].path, gettext("Add")

    def rows() -> Iterator[tuple[object, ...]]:
        for each in lists:
            name, address = each["object_name"].lower(), each["admin_url"]
            shown, here = (" current-model", CURRENT) if address == path else ("", "")
            adds = each["add_url"] and format_html(
                '<a href="{}" class="addlink" aria-describedby="list-{}">{}</a>',
                each["add_url"],
                name,
                add,
            )
            yield name, shown, name, address, here, each["name"], adds or ""

    return format_html_join(
        "\n",
        '<tr class="model-{}{}"><th scope="row" id="list-{}"><a href="{}"{}>{}</a></th>'
        "<td>{}</td></tr>",
        rows(),
    )
