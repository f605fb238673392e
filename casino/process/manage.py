"""The command `sabot`: `serve` and `run` are those of `casino.embedded`, all others Django's."""

import os
import sys


def main() -> None:
    """Run the command that the arguments name, and exit."""
    if sys.argv[1:2] in (["serve"], ["run"]):
        from casino.embedded.__main__ import main as serve

        sys.exit(serve())
    manage()


def manage() -> None:
    """Run a management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
