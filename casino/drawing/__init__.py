"""Draws lists as PDF and figures as SVG."""
