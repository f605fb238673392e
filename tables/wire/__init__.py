"""The messages between server and browser: codec, commands, what is shown, refusals."""
