"""What a command shows on a terminal."""

import os
import select


def read_all(terminal, command):
    """The bytes that a process shows until it has ended, whose status is known then.

    The other end of the terminal has to stay open here: when the last one closes it, what
    was not read yet may be lost."""
    shown = b""
    while True:
        ended = command.poll() is not None
        if select.select([terminal], [], [], 0.05)[0]:
            shown += os.read(terminal, 65536)
        elif ended:
            return shown
