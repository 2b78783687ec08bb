"""Methods run over pages, and what they give handed on."""
