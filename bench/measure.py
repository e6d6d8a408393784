"""What the scripts of this folder share: running a process and what it used."""
import os
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REPRISE = os.environ.get("REPRISE", ROOT + "/build/reprise")
SUBJECTS = ROOT + "/bench/subjects/"


class Run:
    """One process: seconds, bytes, what it printed. After 'seconds' it is
    killed, and 'text' is None."""

    def __init__(self, command, seconds=None, with_errors=False):
        with tempfile.TemporaryFile("w+") as printed:
            errors = printed if with_errors else subprocess.DEVNULL
            start = time.monotonic()
            process = subprocess.Popen(command, stdout=printed, stderr=errors)
            is_late, usage = self.wait(process, start, seconds)
            self.wall = time.monotonic() - start
            printed.seek(0)
            self.text = None if is_late else printed.read()
        self.cpu = usage.ru_utime + usage.ru_stime
        self.bytes = usage.ru_maxrss * 1024

    @staticmethod
    def wait(process, start, seconds):
        if seconds is None:
            return False, os.wait4(process.pid, 0)[2]
        while time.monotonic() - start <= seconds:
            pid, _, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                return False, usage
            time.sleep(0.002)
        process.kill()
        return True, os.wait4(process.pid, 0)[2]


def best(runs):
    """The run with the least processor time, with the least wall time."""
    runs = list(runs)
    least = min(runs, key=lambda r: r.cpu)
    least.wall = min(r.wall for r in runs)
    return least


def compile_subject(name, directory, flags=()):
    to = f"{directory}/{name}{''.join(flags)}.bc"
    subprocess.run(["clang-19", "-O0", "-g", "-emit-llvm", "-c", "-I",
                    ROOT + "/include", *flags, SUBJECTS + name + ".c", "-o",
                    to], check=True)
    return to
