"""Starts everything on one machine: bundled servers, the processes of the house, their supervisor.

It knows processes, ports and files below `var/`; it knows no table, player or rule.
"""
