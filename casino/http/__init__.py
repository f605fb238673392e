"""HTTP before and around Django: request limits, error pages, static files, downloads, REST."""
