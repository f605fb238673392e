"""`make bench`: figures as ratios inside one run, so that a busy machine does not decide them."""
