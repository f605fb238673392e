"""What the tables took, what each bet earned, and reports of both."""
