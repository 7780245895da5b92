"""A machine that looks for programs which fx-opt changes. See docs/Testing.md."""
