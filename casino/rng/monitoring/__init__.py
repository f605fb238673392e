"""What is measured of the chance that was made, and how often promises were withdrawn."""
