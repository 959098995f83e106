"""The scripts of the score page: one file where files are packed, each its own elsewhere."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from league.views.workers import score_scripts

register = template.Library()


@register.simple_tag
def score_page_scripts() -> SafeString:
    """Script tags, in the order in which they start."""
    tags = ((static(name),) for name in score_scripts())
    return format_html_join("\n", '<script src="{}" type="module"></script>', tags)
