"""Copies standard input to standard output: copy.py os|shutil [BYTES]"""

import os
import shutil
import sys


def copy_os(size):
    while piece := os.read(0, size):
        rest = memoryview(piece)
        while rest:
            rest = rest[os.write(1, rest) :]


def copy_shutil(size):
    shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer, size)


copies = {"os": copy_os, "shutil": copy_shutil}
if len(sys.argv) not in (2, 3) or sys.argv[1] not in copies:
    sys.exit("usage: copy.py os|shutil [BYTES]")
copies[sys.argv[1]](int(sys.argv[2]) if len(sys.argv) > 2 else 4096)
