"""Days in the house's time zone."""

from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta

from django.utils import timezone


def start_of_day(day: date) -> datetime:
    """Return the first moment of a day in the house's time zone, also where midnight is skipped.

    Of two midnights the first; where clocks skip midnight, or the whole day, when they do. The
    database's `players_begins` gives the same.
    """
    zone = timezone.get_current_timezone()
    if day.year in (MINYEAR, MAXYEAR):
        # No clock has been changed there, and another zone may show a year that there is not.
        return datetime.combine(day, time(), zone)
    found = datetime.combine(day, time(), zone).astimezone(UTC)
    before = found - timedelta(days=1)
    # Clocks that skip midnight may have begun before it: where they do, it is in between.
    while (found - timedelta(microseconds=1)).astimezone(zone).date() >= day:
        between = before + (found - before) / 2
        if between.astimezone(zone).date() >= day:
            found = between
        else:
            before = between
    # In UTC, as Python takes no moment of an hour that comes twice for equal to another zone's.
    return found
