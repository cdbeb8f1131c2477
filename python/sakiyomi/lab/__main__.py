"""Command line of the cluster: `python -m sakiyomi.lab spread` and `… certificates`."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import time
from dataclasses import asdict
from pathlib import Path

from sakiyomi.lab import certificates
from sakiyomi.lab.engines import ENGINES, EngineError, Options
from sakiyomi.lab.spreading import STORE, Progress, SpreadError, Summary, spread

# Exit codes, those of the command `sakiyomi`.
FAILED, USAGE, TASKS_FAILED, INTERRUPTED = 1, 2, 3, 130

EXAMPLES = """examples:
  python -m sakiyomi.lab spread blokus-first-look --short
  python -m sakiyomi.lab spread blokus-search --engine dask --address tls://10.0.0.1:8786 --tls certs
  python -m sakiyomi.lab certificates certs
"""


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code."""
    asked = _parser().parse_args(arguments)
    code: int = asked.run(asked)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sakiyomi.lab",
        description="Spread experiments over a cluster.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    about = "run the missing tasks of an experiment on workers"
    command = commands.add_parser("spread", help=about, description=about.capitalize() + ".")
    command.set_defaults(run=_spread)
    add = command.add_argument
    add("experiment", help="the name of the experiment, or the path of its file")
    add("--short", action="store_true", help="the short variant of the experiment")
    add("--seed", type=int, help="a seed that replaces the experiment's")
    add("--size", type=_positive, default=10, help="tasks in a block [default: 10]")
    add("--engine", choices=ENGINES, default="local", help="who runs the blocks [default: local]")
    add("--address", help="the address of the cluster [default: workers on this machine]")
    add("--workers", type=_positive, help="workers to start here [default: cores / threads]")
    add("--threads", type=_positive, default=1, help="threads of a block [default: 1]")
    add("--tls", type=Path, metavar="DIR", help="a folder of certificates")
    add("--attempts", type=_positive, default=3, help="attempts at a block [default: 3]")
    add("--store", default=STORE, metavar="FILE", help=f"the results [default: {STORE}]")
    add("--experiments", metavar="DIR", help="the folder of the experiments")
    add("--json", action="store_true", help="print the summary as JSON")
    add("--quiet", "-q", action="store_true", help="no progress")
    about = "make the certificates of a cluster"
    command = commands.add_parser("certificates", help=about, description=about.capitalize() + ".")
    command.set_defaults(run=_certificates)
    command.add_argument("folder", type=Path, metavar="DIR", help="the folder for the files")
    command.add_argument("--days", type=_positive, default=365, help="validity [default: 365]")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a number from 1 on is wanted")
    return number


def _spread(asked: argparse.Namespace) -> int:
    options = Options(asked.address, asked.workers, asked.threads, asked.tls)
    line = _Line(asked.quiet)
    try:
        with ENGINES[asked.engine](options) as executor:
            summary = spread(
                asked.experiment,
                executor,
                size=asked.size,
                short=asked.short,
                seed=asked.seed,
                store=asked.store,
                experiments=asked.experiments,
                threads=asked.threads,
                attempts=asked.attempts,
                progress=line.show,
            )
    except KeyboardInterrupt:
        line.end()
        _note("interrupted: what came back is kept, and the same command goes on with it")
        return INTERRUPTED
    except (SpreadError, EngineError, ValueError, LookupError, RuntimeError, OSError) as error:
        line.end()
        _note(f"error: {error}")
        return USAGE if isinstance(error, (ValueError, LookupError)) else FAILED
    line.end()
    return _tell(summary, asked)


def _tell(summary: Summary, asked: argparse.Namespace) -> int:
    for failure in summary.failures[:5]:
        _note(failure)
    for lost in summary.lost[:5]:
        _note(str(lost))
    more = len(summary.lost) - 5
    if more > 0:
        _note(f"{more} more blocks were given up")
    if asked.json:
        print(json.dumps(asdict(summary)))
    else:
        done = summary.before + summary.new
        print(f"{done} of {summary.tasks} tasks done, {summary.new} of them new")
        print(f"the report: {_report_command(asked)}")
    if summary.lost:
        return FAILED
    return 0 if summary.complete else TASKS_FAILED


def _report_command(asked: argparse.Namespace) -> str:
    words = ["sakiyomi", "lab", "report", asked.experiment]
    words += ["--short"] if asked.short else []
    words += ["--seed", str(asked.seed)] if asked.seed is not None else []
    words += ["--store", asked.store] if asked.store != STORE else []
    words += ["--experiments", asked.experiments] if asked.experiments else []
    return shlex.join(words)


def _certificates(asked: argparse.Namespace) -> int:
    try:
        files = certificates.make(asked.folder, asked.days)
    except (certificates.CertificateError, OSError) as error:
        _note(f"error: {error}")
        return FAILED
    ca, certificate, key = (shlex.quote(str(file)) for file in files)
    folder = shlex.quote(str(asked.folder))
    tls = f"--tls-ca-file {ca} --tls-cert {certificate} --tls-key {key}"
    print(f"copy the folder {folder} to every machine of the cluster, and to nobody else; then")
    print(f"  dask scheduler --protocol tls --host ADDRESS --port 8786 --no-dashboard {tls}")
    print(f"  dask worker tls://ADDRESS:8786 --nthreads 1 --nworkers CORES --no-dashboard {tls}")
    spreading = f"--engine dask --address tls://ADDRESS:8786 --tls {folder}"
    print(f"  python -m sakiyomi.lab spread EXPERIMENT {spreading}")
    return 0


class _Line:
    """A line of progress on standard error: rewritten on a terminal, now and then elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._pace = 0.2 if self._terminal else 10.0
        self._started: tuple[float, int] | None = None
        self._last = 0.0
        self._shown = False

    def show(self, progress: Progress) -> None:
        now = time.monotonic()
        if self._started is None:
            self._started, self._last = (now, progress.done), now
        if self._quiet or now - self._last < self._pace:
            return
        self._last = now
        began, before = self._started
        rate = (progress.done - before) / (now - began)
        text = f"{progress.done} / {progress.total} tasks, {rate:.1f} a second"
        text += f", {progress.handed_out} blocks handed out"
        if progress.lost:
            text += f", {progress.lost} lost and handed out again"
        print(f"\r\x1b[K{text}" if self._terminal else text, end="", file=sys.stderr, flush=True)
        self._shown = self._terminal
        if not self._terminal:
            print(file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shown:
            print(file=sys.stderr)


def _note(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    # Threads that still run a block whose result nobody waits for must not hold up the end.
    os._exit(code)
