"""Runs a program on a pseudo-terminal and does what steps say.

    python3 drive.py '<steps as JSON>' program argument...

Steps: ["wait", text], ["forget"], ["resize", columns, rows], ["type", keys], ["signal", name]. A text is waited for in
what came since the last "forget". What comes out is JSON: all output, the exit code (that of a signal is negative), and
whether the terminal is in the mode it had before.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

LONGEST = 30.0
"""Seconds that anything may take."""


def resize(fd: int, columns: int, rows: int) -> None:
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def main(steps: list, program: list) -> dict:
    main_end, program_end = pty.openpty()
    resize(main_end, 80, 24)
    mode = termios.tcgetattr(program_end)
    pid = os.fork()
    if pid == 0:
        take_terminal(program_end)
        os.execvp(program[0], program)
    output = b""
    heard = b""

    def read(patience: float) -> bool:
        nonlocal output, heard
        if not select.select([main_end], [], [], patience)[0]:
            return False
        data = os.read(main_end, 65536)
        output += data
        heard += data
        return True

    def give_up(why: str) -> SystemExit:
        os.kill(pid, signal.SIGKILL)
        return SystemExit(f"{why}: {heard.decode(errors='replace')!r}")

    def has_ended() -> bool:
        nonlocal status
        if status is None:
            ended, code = os.waitpid(pid, os.WNOHANG)
            status = code if ended == pid else None
        return status is not None

    status: int | None = None
    for step, *words in steps:
        if step == "wait":
            end = time.monotonic() + LONGEST
            while words[0].encode() not in heard:
                if time.monotonic() > end:
                    raise give_up(f"{words[0]!r} never came")
                if not read(0.1) and has_ended() and words[0].encode() not in heard:
                    raise SystemExit(f"It ended without {words[0]!r}: {heard.decode(errors='replace')!r}")
        elif step == "forget":
            heard = b""
        elif step == "resize":
            resize(main_end, *words)
        elif step == "type":
            os.write(main_end, words[0].encode())
        elif step == "signal":
            os.kill(pid, signal.Signals[words[0]])
    end = time.monotonic() + LONGEST
    while not has_ended():
        if time.monotonic() > end:
            raise give_up("It did not end")
        read(0.05)
    while read(0.05):
        pass
    return {
        "code": os.waitstatus_to_exitcode(status),
        "output": output.decode(errors="replace"),
        "isModeKept": termios.tcgetattr(program_end) == mode,
    }


def take_terminal(fd: int) -> None:
    """Makes a terminal that of this process; os.login_tty does it since Python 3.11."""
    os.setsid()
    fcntl.ioctl(fd, termios.TIOCSCTTY, 0)
    for standard in (0, 1, 2):
        os.dup2(fd, standard)


print(json.dumps(main(json.loads(sys.argv[1]), sys.argv[2:])))
