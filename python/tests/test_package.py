"""The package: version, documentation, types."""

import importlib
import importlib.metadata
import inspect
import pkgutil

import sakiyomi


def test_the_version_is_that_of_the_program() -> None:
    assert importlib.metadata.version("sakiyomi") == sakiyomi.__version__


def test_everything_public_is_documented() -> None:
    modules = [sakiyomi]
    for found in pkgutil.walk_packages(sakiyomi.__path__, "sakiyomi."):
        name = found.name
        if not any(part.startswith("_") for part in name.split(".")):
            modules.append(importlib.import_module(name))
    missing = []
    for module in modules:
        names = getattr(module, "__all__", [])
        values = [(f"{module.__name__}.{name}", getattr(module, name)) for name in names]
        missing += [
            name
            for name, value in [(module.__name__, module), *values]
            if (callable(value) or inspect.ismodule(value)) and not inspect.getdoc(value)
        ]
    assert len(modules) > 10 and not missing
