"""A reader of the vellum format, written from its documents alone."""
