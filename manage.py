#!/usr/bin/env python
"""Django's command line for Sabot."""

from casino.process.manage import manage

if __name__ == "__main__":
    manage()
