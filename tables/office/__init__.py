"""What the admin pages of all subjects share: actions with a reason, columns, refusals."""
