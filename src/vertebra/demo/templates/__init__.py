"""The page templates, one module per family."""
