"""The demo site: a fictional town newspaper with a shop and a forum, and gold answers for it."""

from vertebra.demo.site import DemoSite, write_site

__all__ = ["DemoSite", "write_site"]
