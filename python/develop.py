"""Lays the package out in a virtual environment, with the extension module that cargo has built.

`make test` has compiled the extension by then, so nothing is compiled for Python alone. The
modules are links to the sources: a change of them needs no new layout, a new file does. A wheel is
made by `make wheel`.

    python develop.py TARGET    with the python of the environment; TARGET is cargo's debug folder
"""

import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent


def library(target: Path) -> Path:
    """Return the extension module in a folder of cargo's."""
    for name in ("lib_native.so", "lib_native.dylib"):
        if (target / name).exists():
            return target / name
    sys.exit(f"there is no extension module in {target}: build it by `make test-python`")


def read(file: Path) -> dict[str, Any]:
    """Return the contents of a file in TOML."""
    contents: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    return contents


def write_metadata(site: Path, project: dict[str, Any], version: str) -> None:
    """Write what `importlib.metadata` reads: the version and the entry points."""
    for old in site.glob("sakiyomi-*.dist-info"):
        shutil.rmtree(old)
    folder = site / f"sakiyomi-{version}.dist-info"
    folder.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n"
    (folder / "METADATA").write_text(head)
    groups = {"console_scripts": project["scripts"], **project.get("entry-points", {})}
    lines = []
    for group, points in groups.items():
        lines += [f"[{group}]", *(f"{name} = {to}" for name, to in points.items())]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")


def write_scripts(folder: Path, project: dict[str, Any]) -> None:
    """Write the commands, as an installer does."""
    for name, to in project["scripts"].items():
        module, function = to.split(":")
        script = folder / name
        script.write_text(
            f"#!{sys.executable}\nimport sys\nfrom {module} import {function}\n"
            f"sys.exit({function}())\n"
        )
        script.chmod(0o755)


def lay_out(target: Path) -> None:
    """Link the package and the extension module into the environment."""
    if sys.prefix == sys.base_prefix:
        sys.exit("run this with the python of a virtual environment")
    site = Path(sysconfig.get_path("purelib"))
    package = site / "sakiyomi"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir()
    for entry in (HERE / "sakiyomi").iterdir():
        if entry.name != "__pycache__" and not entry.name.endswith(".so"):
            (package / entry.name).symlink_to(entry)
    (package / "_native.abi3.so").symlink_to(library(target))
    project = read(HERE / "pyproject.toml")["project"]
    version = read(HERE.parent / "Cargo.toml")["workspace"]["package"]["version"]
    write_metadata(site, project, version)
    write_scripts(Path(sysconfig.get_path("scripts")), project)


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]).resolve())
