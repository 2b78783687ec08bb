"""Pages through a real browser: capture, layout, screenshots."""
