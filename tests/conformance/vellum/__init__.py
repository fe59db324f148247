"""A second implementation of the vellum format, written from its documents alone."""
