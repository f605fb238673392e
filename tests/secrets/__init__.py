"""A whole house is listened to everywhere, and tells nobody what is not yet dealt."""
