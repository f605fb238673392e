"""The gaming floor: tables, boxes, rounds, and the games they deal."""
