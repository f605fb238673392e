"""What is collected here depends on whether the toys are in the register."""

from tables.games import GAMES
from tests.toys.tree import TOYS

collect_ignore = (
    ["test_toys.py"]
    if GAMES.keys() >= TOYS.keys()
    else ["test_in_the_house.py", "test_in_the_browser.py"]
)
