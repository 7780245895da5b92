"""Plants mistakes in the project's libraries and lists those that no test notices."""
