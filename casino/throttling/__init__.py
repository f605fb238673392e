"""Rate limits, and the throttle of sign-ins."""
