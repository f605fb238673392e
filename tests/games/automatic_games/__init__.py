"""What tests of the machines share."""
