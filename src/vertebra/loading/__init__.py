"""Sources to pages. `load` parses, `render` goes through a browser, page files keep both."""
