#!/usr/bin/env python
"""Django's command line for Sabot."""

from casino.__main__ import manage

if __name__ == "__main__":
    manage()
