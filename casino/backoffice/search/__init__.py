"""The search of the office: what is found by which words, and its page."""
