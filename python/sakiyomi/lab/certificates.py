"""Certificates of a cluster of one's own: an authority, and one certificate for all its machines.

Whoever has the folder belongs to the cluster. The key of the authority is made, used once and not
kept, so that nobody can add another certificate. The command `openssl` does the work.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

CA = "ca.pem"
CERTIFICATE = "cluster.pem"
KEY = "cluster-key.pem"

_CURVE = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
_EXTENSIONS = """basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
"""


class CertificateError(RuntimeError):
    """The certificates cannot be made."""


def make(folder: Path, days: int = 365) -> list[Path]:
    """Make the certificates of a cluster in a folder and return the files.

    Only the owner can read the folder. Files that are there are not replaced: a cluster whose
    machines have different certificates does not connect.
    """
    files = [folder / name for name in (CA, CERTIFICATE, KEY)]
    there = [str(file) for file in files if file.exists()]
    if there:
        raise CertificateError(f"{', '.join(there)} is there already: name another folder")
    if shutil.which("openssl") is None:
        raise CertificateError("the command openssl is not installed")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.chmod(folder, 0o700)
    # Beside the final place, so that files can be renamed and the keys never leave the folder.
    with tempfile.TemporaryDirectory(dir=folder) as work:
        _openssl(Path(work), days)
        for file in files:
            os.chmod(Path(work, file.name), 0o600)
            os.replace(Path(work, file.name), file)
    return files


def _openssl(work: Path, days: int) -> None:
    (work / "extensions").write_text(_EXTENSIONS)
    authority = ["-x509", "-days", str(days), "-subj", "/CN=Sakiyomi cluster authority"]
    request = ["-subj", "/CN=Sakiyomi cluster", "-keyout", KEY, "-out", "request"]
    sign = ["-in", "request", "-CA", CA, "-CAkey", "ca-key.pem", "-CAcreateserial"]
    extensions = ["-extfile", "extensions", "-days", str(days), "-out", CERTIFICATE]
    _run(work, ["req", *authority, *_CURVE, "-keyout", "ca-key.pem", "-out", CA])
    _run(work, ["req", *_CURVE, *request])
    _run(work, ["x509", "-req", *sign, *extensions])


def _run(work: Path, arguments: list[str]) -> None:
    command = ["openssl", *arguments]
    ended = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        raise CertificateError(f"openssl {arguments[0]} failed: {ended.stderr.strip()}")
