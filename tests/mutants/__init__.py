"""Wrong changes of the product that its tests must find: listed by hand, run by `make soak`.

mutmut makes mutants of operators and forks from a process that is connected already, cosmic-ray
starts anew for each: neither writes a wrong account or actor, nor gives each its own PostgreSQL.
"""
