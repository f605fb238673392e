"""Who works here: rights changed by two, second factor, audit log, sign-ins, pending work."""
