"""Results to something a person or a program reads: outlines, pictures, reports."""
