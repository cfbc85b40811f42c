"""What every test runs under."""

import pytest
from hypothesis import settings

# The ordinary run is the same every time; `make torture` looks further, and anew.
settings.register_profile("ordinary", deadline=None, derandomize=True)
settings.register_profile("torture", deadline=None, max_examples=10_000)
settings.load_profile("ordinary")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("timing"):
            item.add_marker(pytest.mark.no_cover)
